"""Linear features to hold the others against."""

from sklearn import decomposition

from .method import Method

PCA = Method(
    "pca",
    "PCA",
    "components",
    1,
    colour="#009E73",
    marker="*",
    features=lambda settings, seed: decomposition.PCA(settings["n_components"], random_state=seed),
    exact=False,
)
