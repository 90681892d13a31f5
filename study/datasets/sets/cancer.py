"""CANCER: the Diagnostic Wisconsin set, which scikit-learn carries and the paper's scores fit."""

from ..record import Form, Holds, InPaper, Record, Split, Table, uci_page


def read_cancer():
    """Read the 569 rows of the Diagnostic Wisconsin set."""
    from sklearn.datasets import load_breast_cancer

    X, y = load_breast_cancer(return_X_y=True)
    return Table(X, y.astype("int64"))


NUCLEUS_MEASURES = (
    *("radius", "texture", "perimeter", "area", "smoothness", "compactness", "concavity", "concave points"),
    *("symmetry", "fractal dimension"),
)
ROWS_SHA256 = "236e0c24de68ca5c910e1df731b289c9bb1084768007b3a172e1116022483eee"

RECORD = Record(
    name="cancer",
    place=7,
    title="CANCER (Breast Cancer Wisconsin, Diagnostic)",
    summary="Shapes of cell nuclei, benign or malignant; the set that the paper's scores fit.",
    home=uci_page(17, "breast+cancer+wisconsin+diagnostic"),
    doi="10.24432/C5DW2B",
    citation="W. Wolberg, O. Mangasarian, W. N. Street (1993), Breast Cancer Wisconsin (Diagnostic), "
    "UCI Machine Learning Repository.",
    classes=("malignant", "benign"),
    feature_names=tuple(
        pattern.format(measure) for pattern in ("mean {}", "{} error", "worst {}") for measure in NUCLEUS_MEASURES
    ),
    forms=(
        Form(
            name="scikit-learn",
            read=read_cancer,
            source="scikit-learn",
            holds=Holds(n_features=30, class_counts=(212, 357), rows_sha256=ROWS_SHA256),
        ),
    ),
    split=Split(
        test_size=188,
        why="381 training and 188 test rows, as in the first author's published example: the digits of the paper's "
        "scores (.973, .957, .968, .973) fit these and no round share from 20 % to 30 %; drawn by seed, "
        "stratified by class.",
    ),
    scaling_why="As in the first author's example, but with mean and deviation of the training rows only.",
    in_paper=InPaper(699, 10, "0.01", 0.4, (50, 40)),
    differences="The text names 699 rows with d = 10 (set cancer_original here), but the printed scores fit 188 test "
    "and 381 training rows: the 569 rows with 30 features of the Diagnostic set.",
)
