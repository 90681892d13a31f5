"""The book's figures: grids of images and of features here, the figures of one subject in a module each."""

from .images import feature_blocks, image_grid, nine_nodes, show_feature, show_image, square, turned

__all__ = ["feature_blocks", "image_grid", "nine_nodes", "show_feature", "show_image", "square", "turned"]
