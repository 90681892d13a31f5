"""What several records share."""

RANDOM_30 = "The repository gives no test rows: 30 %, as in the paper, drawn by seed and stratified by class."
STANDARDISE_WHY = (
    "The paper does not say; its one published example standardises. Mean and deviation are those of the training rows."
)
CC_BY = "CC BY 4.0"


def uci_page(number, slug):
    """Return the page of a set in the UCI archive."""
    return f"https://archive.ics.uci.edu/dataset/{number}/{slug}"


def uci_archive(number, slug):
    """Return the address of the zip archive of a set in the UCI archive."""
    return f"https://archive.ics.uci.edu/static/public/{number}/{slug}.zip"
