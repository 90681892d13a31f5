"""Records of the sets of measurements, texts and people, most of them from the UCI archive."""

from __future__ import annotations

from ..catalogue.common import CC_BY, RANDOM_30, STANDARDISE_WHY, uci_archive, uci_page
from ..record import File, Form, Holds, InPaper, Record, Split
from . import bank as parsers
from . import digits as embedded
from . import madelon, news

_MUSK_HOLDS = Holds(
    n_features=166,
    class_counts=(5581, 1017),
    low=-471,
    high=625,
    integer=True,
    rows_sha256="9562a1b2faea46e3c448f5f7eb1b6d291eadd5e0674a72cdb2271e73a1843897",
)

MUSK = Record(
    name="musk",
    title="MUSK (version 2)",
    summary="Shapes of conformations of 102 molecules, musks or not.",
    home=uci_page(75, "musk+version+2"),
    doi="10.24432/C51608",
    license=CC_BY,
    citation="D. Chapman, A. Jain (1994), Musk (Version 2), UCI Machine Learning Repository.",
    classes=("non-musk", "musk"),
    feature_names=tuple(f"f{number}" for number in range(1, 167)),
    forms=(
        Form(
            name="uci",
            read=parsers.parse_musk,
            files=(File("clean2.data", None, (uci_archive(75, "musk+version+2"),), size=7_000_000),),
            holds=_MUSK_HOLDS,
        ),
        Form(
            name="pmlb",
            read=parsers.parse_musk_pmlb,
            files=(
                File(
                    "clean2.tsv.gz",
                    "3e33f019c388d2dea44406b3a34f549ef0b7902a08da5cbc18506ce3da4b1810",
                    ("https://github.com/EpistasisLab/pmlb/raw/master/datasets/clean2/clean2.tsv.gz",),
                    size=6_678_051,
                ),
            ),
            holds=_MUSK_HOLDS,
        ),
    ),
    split=Split(
        test_size=0.3,
        why=RANDOM_30 + " Conformations of one molecule fall on both sides, as in any split by rows.",
    ),
    scaling="standardise",
    scaling_why=STANDARDISE_WHY,
    in_paper=InPaper(6598, 166, "0.01", 0.4, (120, 80)),
)

_ISOLET_HOLDS = Holds(
    n_features=617,
    class_counts=tuple(238 if letter == "F" else 240 for letter in parsers.LETTERS),
    test_class_counts=tuple(59 if letter == "M" else 60 for letter in parsers.LETTERS),
    low=-1,
    high=1,
    rows_sha256="d496bdeed329ee3046cfb22da4e2b8c5729ecaea92e1ec85d95b39e096357b8d",
)
_ISOLET_ARCHIVE = uci_archive(54, "isolet")
_ISOLET_MAT = "https://raw.githubusercontent.com/ma-xu/L21FS/530024e4c4fb9dca879cd26ae98a7d83b2d96fbe/data/"

ISOLET = Record(
    name="isolet",
    title="ISOLET (spoken letters)",
    summary="Sounds of the 26 letters, spoken twice by 150 people; 30 of these (part 5) are the test set.",
    home=uci_page(54, "isolet"),
    doi="10.24432/C51G69",
    license=CC_BY,
    citation="R. Cole, M. Fanty (1991), ISOLET, UCI Machine Learning Repository.",
    classes=parsers.LETTERS,
    feature_names=tuple(f"f{number}" for number in range(1, 618)),
    forms=(
        Form(
            name="uci",
            read=parsers.parse_isolet,
            files=(
                File("isolet1+2+3+4.data", None, (_ISOLET_ARCHIVE,), size=40_000_000),
                File("isolet5.data", None, (_ISOLET_ARCHIVE,), size=10_000_000),
            ),
            holds=_ISOLET_HOLDS,
        ),
        Form(
            name="mat",
            read=parsers.parse_isolet_mat,
            files=tuple(
                File(name, sha256, (_ISOLET_MAT + name,), binary=True, size=size)
                for name, size, sha256 in (
                    ("Isolet1.mat", 3_651_354, "f643c3cbd2669e1e9a6110943fcf538cfc209db384f3387d33acbbe550376765"),
                    ("Isolet2.mat", 3_634_344, "f69ca6b76d196a5778d1883ec7f18a2b97c620507675cd229c4e65fbb28c9037"),
                    ("Isolet3.mat", 3_655_057, "1d1f991f0a1b9e9decd73779ff595d7f66e4da47cac655f71fd350d2028106b7"),
                    ("Isolet4.mat", 3_653_939, "c676e6d11ef3b6ca17cd38c3cd9a44299fb5681a5ed8460adf821074d0af4fcd"),
                    ("isolet5.mat", 3_662_630, "a3849f6c0a9d0e0ed55dde15eb8ae8f4ba94df79b9fc260d00c28b8695d48600"),
                )
            ),
            holds=_ISOLET_HOLDS,
        ),
    ),
    split=Split(
        test_size=None,
        why="The repository's own test rows: part 5 (1559 rows; the paper's N of 6238 is parts 1 to 4, the training "
        "rows). The order of the rows differs between the set's forms and is by class in one of them, so the training "
        "rows are sorted and then shuffled by seed.",
        shuffle=True,
    ),
    scaling="none",
    scaling_why="The values are in [-1, 1] as published.",
    in_paper=InPaper(6238, 617, "0.0001", 0.4, (260, 78)),
)

_CNAE9_HOLDS = Holds(
    n_features=856,
    class_counts=(120,) * 9,
    low=0,
    high=4,
    integer=True,
    rows_sha256="78db7fe49f594a09a0c5abfd750a35befbbf8b4a0b17abfdab7c952a81221c9f",
)

CNAE9 = Record(
    name="cnae9",
    title="CNAE-9 (descriptions of Brazilian companies)",
    summary="Counts of 856 words in 1080 texts of nine categories; 99.2 % of the counts are zero.",
    home=uci_page(233, "cnae+9"),
    doi="10.24432/C51G7P",
    license=CC_BY,
    citation="P. Ciarelli, E. Oliveira (2009), CNAE-9, UCI Machine Learning Repository.",
    classes=tuple("123456789"),
    feature_names=tuple(f"word_{number}" for number in range(1, 857)),
    forms=(
        Form(
            name="uci",
            read=parsers.parse_cnae9,
            files=(
                File(
                    "CNAE-9.data",
                    "fec557bade36db8d35b29596d73eab7fd88c26f75f0ba07ee69636614c5d6055",
                    (uci_archive(233, "cnae+9"),),
                    size=1_851_120,
                ),
            ),
            holds=_CNAE9_HOLDS,
        ),
        Form(
            name="openml",
            read=parsers.parse_cnae9_arff,
            files=(
                File("cnae-9.arff", None, ("https://openml.org/data/v1/download/1586233/cnae-9.arff",), size=4_000_000),
            ),
            holds=_CNAE9_HOLDS,
        ),
    ),
    split=Split(
        test_size=216,
        why="216 test rows (20 %): the digits of the paper's four scores fit these and none of 25 %, 30 % and 33 %; "
        "drawn by seed, stratified by class.",
    ),
    scaling="none",
    scaling_why="Word counts as they are: the paper calls the set very sparse and trains it at rates up to 0.15.",
    in_paper=InPaper(1080, 856, "0.01-0.1", 0.4, (594, 396)),
)

_MADELON_ARCHIVE = uci_archive(171, "madelon")

MADELON = Record(
    name="madelon",
    title="MADELON (NIPS 2003 feature selection challenge)",
    summary="Artificial: 5 informative features, 15 combinations of them and 480 probes; 32 clusters, two classes.",
    home=uci_page(171, "madelon"),
    doi="10.24432/C5602H",
    license=CC_BY,
    citation="I. Guyon (2004), Madelon, UCI Machine Learning Repository.",
    classes=("-1", "1"),
    feature_names=tuple(f"f{number}" for number in range(1, 501)),
    forms=(
        Form(
            name="uci",
            read=madelon.parse_madelon,
            files=tuple(
                File(name, sha256, (_MADELON_ARCHIVE,), size=size)
                for name, size, sha256 in (
                    (
                        "madelon_train.data",
                        4_001_995,
                        "0b6e37711efdc7ab74250c51e7d6966bffd9f8f2b0e9971e882c3a7a380c2314",
                    ),
                    ("madelon_train.labels", 5000, "10bffcc3b017467cb810d326b931951adcbde2b4870faf981da2991993b48689"),
                    (
                        "madelon_valid.data",
                        1_200_599,
                        "cb9a46475147de1a58d9f15ef4c318e5b85de344e0f9ab92626fa446aa815dc9",
                    ),
                    ("madelon_valid.labels", 1500, "fbac32fa87fac41ab731994a1c824e7b25396069bff6df242c01fe240fcb34dc"),
                )
            ),
            holds=Holds(
                n_features=500,
                class_counts=(1000, 1000),
                test_class_counts=(300, 300),
                low=0,
                high=999,
                integer=True,
                rows_sha256="50c158402bd13eda5215a61f5baf2e5c622bb5f52e2a3fea20cc4e994e2010dc",
            ),
        ),
        Form(
            name="simulated",
            read=madelon.draw,
            source="simulated",
            holds=Holds(n_features=500, class_counts=(1000, 1000), test_class_counts=(300, 300), integer=True),
        ),
    ),
    split=Split(
        test_size=None,
        why="The repository's validation rows are the test rows (600, which the digits of the paper's scores fit): the "
        "labels of its 1800 test rows were never published.",
    ),
    scaling="standardise",
    scaling_why=STANDARDISE_WHY,
    in_paper=InPaper(4400, 500, "0.01", 0.4, (800, 400, 200)),
    differences="4400 = 2000 + 600 + 1800 is the number on the repository's page; only the first 2600 rows have public "
    "labels. Simulated rows follow the set's published recipe.",
)

_NUCLEUS_MEASURES = (
    *("radius", "texture", "perimeter", "area", "smoothness", "compactness", "concavity", "concave points"),
    *("symmetry", "fractal dimension"),
)

CANCER = Record(
    name="cancer",
    title="CANCER (Breast Cancer Wisconsin, Diagnostic)",
    summary="Shapes of cell nuclei, benign or malignant; the set that the paper's scores fit.",
    home=uci_page(17, "breast+cancer+wisconsin+diagnostic"),
    doi="10.24432/C5DW2B",
    license=CC_BY,
    citation="W. Wolberg, O. Mangasarian, W. N. Street (1993), Breast Cancer Wisconsin (Diagnostic), "
    "UCI Machine Learning Repository.",
    classes=("malignant", "benign"),
    feature_names=tuple(
        pattern.format(measure) for pattern in ("mean {}", "{} error", "worst {}") for measure in _NUCLEUS_MEASURES
    ),
    forms=(
        Form(
            name="scikit-learn",
            read=embedded.read_cancer,
            source="scikit-learn",
            holds=Holds(
                n_features=30,
                class_counts=(212, 357),
                low=0,
                high=4254,
                rows_sha256="236e0c24de68ca5c910e1df731b289c9bb1084768007b3a172e1116022483eee",
            ),
        ),
    ),
    split=Split(
        test_size=188,
        why="381 training and 188 test rows, as in the first author's published example: the digits of the paper's "
        "scores (.973, .957, .968, .973) fit these and no round share from 20 % to 30 %; drawn by seed, "
        "stratified by class.",
    ),
    scaling="standardise",
    scaling_why="As in the first author's example, but with mean and deviation of the training rows only.",
    in_paper=InPaper(699, 10, "0.01", 0.4, (50, 40)),
    differences="The text names 699 rows with d = 10 (set cancer_original here), but the printed scores fit 188 test "
    "and 381 training rows: the 569 rows with 30 features of the Diagnostic set.",
)

CANCER_ORIGINAL = Record(
    name="cancer_original",
    other_folder="cancer",
    title="CANCER, as the text names it (Breast Cancer Wisconsin, Original)",
    summary="Nine properties of cells, graded 1..10, benign or malignant.",
    home=uci_page(15, "breast+cancer+wisconsin+original"),
    doi="10.24432/C5HP4Z",
    license=CC_BY,
    citation="W. Wolberg (1990), Breast Cancer Wisconsin (Original), UCI Machine Learning Repository.",
    classes=("benign", "malignant"),
    feature_names=(
        *("clump thickness", "uniformity of cell size", "uniformity of cell shape", "marginal adhesion"),
        *("single epithelial cell size", "bare nuclei", "bland chromatin", "normal nucleoli", "mitoses"),
    ),
    forms=(
        Form(
            name="uci",
            read=parsers.parse_cancer_original,
            files=(
                File(
                    "breast-cancer-wisconsin.data",
                    "402c585309c399237740f635ef9919dc512cca12cbeb20de5e563a4593f22b64",
                    (uci_archive(15, "breast+cancer+wisconsin+original"),),
                    size=19_889,
                ),
            ),
            holds=Holds(
                n_features=9,
                class_counts=(458, 241),
                low=1,
                high=10,
                integer=True,
                n_missing=16,
                rows_sha256="a653fb632bf3e25c616b52383370850259587e12d5d8d35faeba140f25f370fb",
            ),
        ),
    ),
    split=Split(test_size=0.3, why=RANDOM_30),
    scaling="standardise",
    scaling_why=STANDARDISE_WHY + " So is the median that stands for the 16 missing values.",
    in_paper=InPaper(699, 10, "0.01", 0.4, (50, 40)),
    differences="d = 10 counts the id column, which is left out here.",
)

BANK = Record(
    name="bank",
    title="BANK (bank marketing, the small file)",
    summary="Clients of a Portuguese bank; whether a call sold them a term deposit.",
    home=uci_page(222, "bank+marketing"),
    doi="10.24432/C5K306",
    license=CC_BY,
    citation="S. Moro, R. Laureano, P. Cortez (2011), Using data mining for bank direct marketing: An application of "
    "the CRISP-DM methodology, ESM'2011, 117-121.",
    classes=("no", "yes"),
    feature_names=tuple(parsers.BANK_COLUMNS)[:-1],
    forms=(
        Form(
            name="uci",
            read=parsers.parse_bank,
            files=(
                File(
                    "bank.csv",
                    "dc8d576e9bda0f41ee891251bd84bab9a39ce576cba715aac08adc2374a01fde",
                    (uci_archive(222, "bank+marketing"),),
                    size=461_474,
                ),
            ),
            holds=Holds(
                n_features=16,
                class_counts=(4000, 521),
                low=-3313,
                high=71188,
                integer=True,
                rows_sha256="34ea1e492e157c76b4298d544cc3e240e2022becc642b117677c80330576364d",
            ),
        ),
    ),
    split=Split(test_size=0.3, why=RANDOM_30),
    scaling="standardise",
    scaling_why=STANDARDISE_WHY
    + " The nine categorical columns are coded 0, 1, 2, ... (months and education in their own order, the others "
    "alphabetically), which gives the paper's d = 16; one column a word would give 51.",
    in_paper=InPaper(4521, 16, "0.01", 0.4, (30, 20)),
)

NEWS = Record(
    name="news",
    title="NEWS (online news popularity)",
    summary="Articles of one site; whether an article was shared at least 1400 times.",
    home=uci_page(332, "online+news+popularity"),
    doi="10.24432/C5NS3V",
    license=CC_BY,
    citation="K. Fernandes, P. Vinagre, P. Cortez (2015), A proactive intelligent decision support system for "
    "predicting the popularity of online news, EPIA 2015.",
    classes=("fewer than 1400 shares", "1400 shares or more"),
    feature_names=news.FEATURES,
    forms=(
        Form(
            name="uci",
            read=news.parse_whole,
            files=(
                File("OnlineNewsPopularity.csv", None, (uci_archive(332, "online+news+popularity"),), size=32_000_000),
            ),
            holds=Holds(n_features=58, class_counts=(18490, 21154), low=-1, high=843300),
        ),
        Form(
            name="rows",
            read=news.parse_rows,
            files=(
                File(
                    "OnlineNewsPopularity.rows80-9953.csv.gz",
                    "abc3cdb762848a43781daaa7de82c8e575d217b044a604f5f76e137aef777128",
                    size=4_181_904,
                ),
            ),
            holds=Holds(
                n_features=58,
                class_counts=(4216, 5658),
                low=-1,
                high=843300,
                rows_sha256="e6d37a7ec3b232f7e2f583b348096821fec013bf0e7c096ef2b70251bfd6586c",
            ),
            part="9874 of 39644 rows: the articles of 8 January to 15 July 2013",
        ),
        Form(
            name="columns",
            read=news.parse_columns,
            files=(
                File(
                    "OnlineNewsPopularity.15columns.csv.gz",
                    "2ca44d9d42e76d5e1e970245b5199a7743f2ba020dc1412ff4bd737c27b3d1ee",
                    size=3_133_775,
                ),
            ),
            holds=Holds(
                n_features=14,
                class_counts=(18490, 21154),
                low=-1,
                high=8474,
                rows_sha256="46686971212c12de05fd8baf9854740ba6b8bbc0beb583c4145f08b612385e27",
            ),
            feature_names=news.COLUMNS_PART,
            part="14 of 58 features, of all 39644 rows",
        ),
    ),
    split=Split(test_size=0.3, why=RANDOM_30),
    scaling="standardise",
    scaling_why=STANDARDISE_WHY,
    in_paper=InPaper(39797, 60, "0.01", 0.4, (50, 40)),
    differences="The repository's page says 39797 rows, its file has 39644. d = 60 counts the address and the days "
    "since publication, which the set's authors call non-predictive; they are left out here: 58 features.",
)
