"""Linear features to hold the others against."""

from .method import Method

PCA = Method("pca", "PCA", "components", 1, colour="#009E73", marker="*", exact=False)
