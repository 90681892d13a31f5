"""What needs no network."""

from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression

from .method import Method

MAJORITY = Method("majority", "majority class", "baseline", 1, classifier=DummyClassifier)
LOGISTIC = Method(
    "logistic",
    "logistic regression",
    "baseline",
    2,
    classifier=lambda: LogisticRegression(max_iter=10_000),
    exact=False,  # L-BFGS
)
