"""NEWS: its whole file, and the two parts of it that are in circulation."""

import numpy as np

from ..parse import parse_numbers
from ..record import File, Form, Holds, InPaper, Record, Table, uci_page, uci_zip

POPULAR = 1400  # shares; the threshold of the set's authors

FEATURES = (
    *("n_tokens_title", "n_tokens_content", "n_unique_tokens", "n_non_stop_words", "n_non_stop_unique_tokens"),
    *("num_hrefs", "num_self_hrefs", "num_imgs", "num_videos", "average_token_length", "num_keywords"),
    *("data_channel_is_lifestyle", "data_channel_is_entertainment", "data_channel_is_bus", "data_channel_is_socmed"),
    *("data_channel_is_tech", "data_channel_is_world", "kw_min_min", "kw_max_min", "kw_avg_min", "kw_min_max"),
    *("kw_max_max", "kw_avg_max", "kw_min_avg", "kw_max_avg", "kw_avg_avg", "self_reference_min_shares"),
    *("self_reference_max_shares", "self_reference_avg_sharess", "weekday_is_monday", "weekday_is_tuesday"),
    *("weekday_is_wednesday", "weekday_is_thursday", "weekday_is_friday", "weekday_is_saturday", "weekday_is_sunday"),
    *("is_weekend", "LDA_00", "LDA_01", "LDA_02", "LDA_03", "LDA_04", "global_subjectivity"),
    *("global_sentiment_polarity", "global_rate_positive_words", "global_rate_negative_words", "rate_positive_words"),
    *("rate_negative_words", "avg_positive_polarity", "min_positive_polarity", "max_positive_polarity"),
    *("avg_negative_polarity", "min_negative_polarity", "max_negative_polarity", "title_subjectivity"),
    *("title_sentiment_polarity", "abs_title_subjectivity", "abs_title_sentiment_polarity"),
)
# What the set's authors publish as their means.
MEANS = (
    *(10.3987, 546.5147, 0.5482, 0.9965, 0.6892, 10.8837, 3.2936, 4.5441, 1.2499, 4.5482, 7.2238, 0.0529, 0.178),
    *(0.1579, 0.0586, 0.1853, 0.2126, 26.1068, 1153.9517, 312.367, 13612.3541, 752324.0667, 259281.9381, 1117.1466),
    *(5657.2112, 3135.8586, 3998.7554, 10329.2127, 6401.6976, 0.168, 0.1864, 0.1875, 0.1833, 0.1438, 0.0619, 0.069),
    *(0.1309, 0.1846, 0.1413, 0.2163, 0.2238, 0.234, 0.4434, 0.1193, 0.0396, 0.0166, 0.6822, 0.2879, 0.3538, 0.0954),
    *(0.7567, -0.2595, -0.5219, -0.1075, 0.2824, 0.0714, 0.3418, 0.1561),
)
COLUMNS_PART = (
    *("n_tokens_content", "n_unique_tokens", "num_hrefs", "num_imgs", "num_videos", "data_channel_is_entertainment"),
    *("data_channel_is_bus", "data_channel_is_tech", "is_weekend", "global_subjectivity", "global_sentiment_polarity"),
    *("title_subjectivity", "avg_positive_polarity", "title_sentiment_polarity"),
)


def parse_whole(content):
    """Read OnlineNewsPopularity.csv and hold the mean of every feature against the published one."""
    names = [name.strip().decode() for name in content.split(b"\n", 1)[0].split(b",")]
    if names != ["url", "timedelta", *FEATURES, "shares"]:
        raise ValueError("the first line does not hold the names of the columns")
    table = parse_rows(content)
    for name, found, mean in zip(FEATURES, table.X.mean(axis=0), MEANS):
        if not abs(found - mean) <= 1e-4:
            raise ValueError(f"the mean of column {name} is {found}, published is {mean}")
    return table


def parse_rows(content):
    """Read rows with all columns: address, days since publication, 58 features, shares."""
    values = parse_numbers(content, delimiter=",", columns=range(2, 61), n_header_lines=1)
    return Table(np.ascontiguousarray(values[:, :-1]), _popular(values[:, -1]))


def parse_columns(content):
    """Read the part that has 14 features of all rows."""
    values = parse_numbers(content, delimiter=",", n_header_lines=1)
    return Table(np.delete(values, 12, axis=1), _popular(values[:, 12]))


def _popular(shares):
    """Return 1 for articles with at least 1400 shares, else 0."""
    return (shares >= POPULAR).astype(np.int64)


PART_OF_ROWS = File(
    "OnlineNewsPopularity.rows80-9953.csv.gz", "abc3cdb762848a43781daaa7de82c8e575d217b044a604f5f76e137aef777128"
)
PART_OF_COLUMNS = File(
    "OnlineNewsPopularity.15columns.csv.gz", "2ca44d9d42e76d5e1e970245b5199a7743f2ba020dc1412ff4bd737c27b3d1ee"
)

RECORD = Record(
    name="news",
    place=10,
    title="NEWS (online news popularity)",
    summary="Articles of one site; whether an article was shared at least 1400 times.",
    home=uci_page(332, "online+news+popularity"),
    doi="10.24432/C5NS3V",
    citation="K. Fernandes, P. Vinagre, P. Cortez (2015), A proactive intelligent decision support system for "
    "predicting the popularity of online news, EPIA 2015.",
    classes=("fewer than 1400 shares", "1400 shares or more"),
    feature_names=FEATURES,
    forms=(
        Form(
            name="uci",
            read=parse_whole,
            files=(File("OnlineNewsPopularity.csv", None, uci_zip(332, "online+news+popularity")),),
            holds=Holds(n_features=58, class_counts=(18490, 21154)),
        ),
        Form(
            name="rows",
            read=parse_rows,
            files=(PART_OF_ROWS,),
            holds=Holds(
                n_features=58,
                class_counts=(4216, 5658),
                rows_sha256="e6d37a7ec3b232f7e2f583b348096821fec013bf0e7c096ef2b70251bfd6586c",
            ),
            part="9874 of 39644 rows: the articles of 8 January to 15 July 2013",
        ),
        Form(
            name="columns",
            read=parse_columns,
            files=(PART_OF_COLUMNS,),
            holds=Holds(
                n_features=14,
                class_counts=(18490, 21154),
                rows_sha256="46686971212c12de05fd8baf9854740ba6b8bbc0beb583c4145f08b612385e27",
            ),
            feature_names=COLUMNS_PART,
            part="14 of 58 features, of all 39644 rows",
        ),
    ),
    in_paper=InPaper(39797, 60, "0.01", 0.4, (50, 40)),
    differences="The repository's page says 39797 rows, its file has 39644. d = 60 counts the address and the days "
    "since publication, which the set's authors call non-predictive; they are left out here: 58 features.",
)
