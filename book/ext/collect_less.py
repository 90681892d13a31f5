"""Let Python look for garbage less often: a book is one large tree to the end, and going through it took a third."""

import gc


def setup(app):
    """Called by Sphinx."""
    gc.set_threshold(1_000_000)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
