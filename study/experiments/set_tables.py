"""What the pages call a data set, and how many rows it has."""


def short_title(record):
    """Name a data set without what its title explains in brackets (str)."""
    return record.title.split(" (")[0]


def n_rows(record):
    """Count the rows of a whole set, training and test (int)."""
    return sum(sum(counts) for counts in record.study_counts(record.forms[0]) if counts)
