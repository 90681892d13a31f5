"""scikit-learn's own checks of an estimator, all of them."""

import pandas as pd
import pytest
from layers import ESTIMATORS, small_digits
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks


@pytest.mark.filterwarnings("default")  # some checks have rows about 100, which saturate USV
@parametrize_with_checks([estimator() for estimator in ESTIMATORS.values()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("algorithm", ESTIMATORS)
def test_feature_names_and_pandas(algorithm):
    X, y = small_digits(60)
    X = pd.DataFrame(X, columns=[f"pixel{j}" for j in range(64)])
    layer = ESTIMATORS[algorithm](10, max_epochs=1, random_state=0).set_output(transform="pandas").fit(X, y)
    H = layer.transform(X)
    assert list(H.columns) == [f"{type(layer).__name__.lower()}{i}" for i in range(10)]
    assert list(layer.feature_names_in_) == list(X.columns)


def test_grid_search_over_amnesia():
    X, y = small_digits(600)
    layer = ESTIMATORS["GCN"](20, learning_rate=0.01, max_epochs=50, reading="mended", random_state=0)
    model = make_pipeline(clone(layer), LogisticRegression(max_iter=500))
    search = GridSearchCV(model, {"greedybyclassbynode__amnesia": [0.0, 0.4]}, cv=2).fit(X, y)
    assert search.best_params_ == {"greedybyclassbynode__amnesia": 0.4}
    assert search.best_score_ > 0.5
