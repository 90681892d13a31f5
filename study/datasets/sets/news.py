"""NEWS: its whole file, and the two parts of it that are in circulation."""

import numpy as np

from ..parse import parse_numbers
from ..record import CC_BY, RANDOM_30, SCALING_WHY, File, Form, Holds, InPaper, Record, Split, Table, uci_page, uci_zip

POPULAR = 1400  # shares; the threshold of the set's authors

# What the set's authors publish of each predictive feature: name, least and largest value, mean, standard deviation.
SUMMARY = (
    ("n_tokens_title", 2, 23, 10.3987, 2.114),
    ("n_tokens_content", 0, 8474, 546.5147, 471.1016),
    ("n_unique_tokens", 0, 701, 0.5482, 3.5207),
    ("n_non_stop_words", 0, 1042, 0.9965, 5.2312),
    ("n_non_stop_unique_tokens", 0, 650, 0.6892, 3.2648),
    ("num_hrefs", 0, 304, 10.8837, 11.3319),
    ("num_self_hrefs", 0, 116, 3.2936, 3.8551),
    ("num_imgs", 0, 128, 4.5441, 8.3093),
    ("num_videos", 0, 91, 1.2499, 4.1078),
    ("average_token_length", 0, 8.0415, 4.5482, 0.8444),
    ("num_keywords", 1, 10, 7.2238, 1.9091),
    ("data_channel_is_lifestyle", 0, 1, 0.0529, 0.2239),
    ("data_channel_is_entertainment", 0, 1, 0.178, 0.3825),
    ("data_channel_is_bus", 0, 1, 0.1579, 0.3646),
    ("data_channel_is_socmed", 0, 1, 0.0586, 0.2349),
    ("data_channel_is_tech", 0, 1, 0.1853, 0.3885),
    ("data_channel_is_world", 0, 1, 0.2126, 0.4091),
    ("kw_min_min", -1, 377, 26.1068, 69.6323),
    ("kw_max_min", 0, 298400, 1153.9517, 3857.9422),
    ("kw_avg_min", -1, 42827.8571, 312.367, 620.7761),
    ("kw_min_max", 0, 843300, 13612.3541, 57985.298),
    ("kw_max_max", 0, 843300, 752324.0667, 214499.4242),
    ("kw_avg_max", 0, 843300, 259281.9381, 135100.5433),
    ("kw_min_avg", -1, 3613.0398, 1117.1466, 1137.4426),
    ("kw_max_avg", 0, 298400, 5657.2112, 6098.795),
    ("kw_avg_avg", 0, 43567.6599, 3135.8586, 1318.1338),
    ("self_reference_min_shares", 0, 843300, 3998.7554, 19738.4216),
    ("self_reference_max_shares", 0, 843300, 10329.2127, 41027.0592),
    ("self_reference_avg_sharess", 0, 843300, 6401.6976, 24211.0269),
    ("weekday_is_monday", 0, 1, 0.168, 0.3739),
    ("weekday_is_tuesday", 0, 1, 0.1864, 0.3894),
    ("weekday_is_wednesday", 0, 1, 0.1875, 0.3903),
    ("weekday_is_thursday", 0, 1, 0.1833, 0.3869),
    ("weekday_is_friday", 0, 1, 0.1438, 0.3509),
    ("weekday_is_saturday", 0, 1, 0.0619, 0.2409),
    ("weekday_is_sunday", 0, 1, 0.069, 0.2535),
    ("is_weekend", 0, 1, 0.1309, 0.3373),
    ("LDA_00", 0, 0.927, 0.1846, 0.263),
    ("LDA_01", 0, 0.9259, 0.1413, 0.2197),
    ("LDA_02", 0, 0.92, 0.2163, 0.2821),
    ("LDA_03", 0, 0.9265, 0.2238, 0.2952),
    ("LDA_04", 0, 0.9272, 0.234, 0.2892),
    ("global_subjectivity", 0, 1, 0.4434, 0.1167),
    ("global_sentiment_polarity", -0.3937, 0.7278, 0.1193, 0.0969),
    ("global_rate_positive_words", 0, 0.1555, 0.0396, 0.0174),
    ("global_rate_negative_words", 0, 0.1849, 0.0166, 0.0108),
    ("rate_positive_words", 0, 1, 0.6822, 0.1902),
    ("rate_negative_words", 0, 1, 0.2879, 0.1562),
    ("avg_positive_polarity", 0, 1, 0.3538, 0.1045),
    ("min_positive_polarity", 0, 1, 0.0954, 0.0713),
    ("max_positive_polarity", 0, 1, 0.7567, 0.2478),
    ("avg_negative_polarity", -1, 0, -0.2595, 0.1277),
    ("min_negative_polarity", -1, 0, -0.5219, 0.2903),
    ("max_negative_polarity", -1, 0, -0.1075, 0.0954),
    ("title_subjectivity", 0, 1, 0.2824, 0.3242),
    ("title_sentiment_polarity", -1, 1, 0.0714, 0.2654),
    ("abs_title_subjectivity", 0, 0.5, 0.3418, 0.1888),
    ("abs_title_sentiment_polarity", 0, 1, 0.1561, 0.2263),
)
FEATURES = tuple(row[0] for row in SUMMARY)
COLUMNS_PART = (
    *("n_tokens_content", "n_unique_tokens", "num_hrefs", "num_imgs", "num_videos", "data_channel_is_entertainment"),
    *("data_channel_is_bus", "data_channel_is_tech", "is_weekend", "global_subjectivity", "global_sentiment_polarity"),
    *("title_subjectivity", "avg_positive_polarity", "title_sentiment_polarity"),
)


def parse_whole(content):
    """Read OnlineNewsPopularity.csv and hold every feature against the published summary statistics."""
    names = [name.strip().decode() for name in content.split(b"\n", 1)[0].split(b",")]
    if names != ["url", "timedelta", *FEATURES, "shares"]:
        raise ValueError("the first line does not hold the names of the columns")
    table = parse_rows(content)
    for values, (name, low, high, mean, deviation) in zip(table.X.T, SUMMARY):
        found = (values.min(), values.max(), values.mean(), values.std())
        if not np.allclose(found, (low, high, mean, deviation), rtol=0, atol=1e-4):
            raise ValueError(
                f"least, largest, mean and standard deviation of column {name} are {found}, published are "
                f"{(low, high, mean, deviation)}"
            )
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
    license=CC_BY,
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
    split=Split(test_size=0.3, why=RANDOM_30),
    scaling="standardise",
    scaling_why=SCALING_WHY,
    in_paper=InPaper(39797, 60, "0.01", 0.4, (50, 40)),
    differences="The repository's page says 39797 rows, its file has 39644. d = 60 counts the address and the days "
    "since publication, which the set's authors call non-predictive; they are left out here: 58 features.",
)
