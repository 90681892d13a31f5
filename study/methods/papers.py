"""The paper's algorithms, what it compares them with, and controls and baselines, which it has not."""

from functools import partial

from sklearn.decomposition import PCA as PrincipalComponents
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.utils import check_random_state

from gnode import GreedyByClassByNode, GreedyByNode, LayerwiseAutoencoder, LayerwiseSupervisedEncoder
from gnode.layer import TanhLayer
from gnode.reading import Reading
from gnode.schedule import starting_weights

from .method import Method

GN = Method("gn", "GN", "node by node", 1, "#D55E00", "o", "gn", GreedyByNode)
GCN = Method("gcn", "GCN", "node by node", 2, "#0072B2", "s", "gcn", GreedyByClassByNode)

# Joint training, a layer at a time.
_JOINT = "layer by layer"
SV = Method("sv", "SV", _JOINT, 1, "#E69F00", "v", "supervised", LayerwiseSupervisedEncoder, inert=("amnesia",))
USV = Method("usv", "USV", _JOINT, 2, "#CC79A7", "^", "autoencoder", LayerwiseAutoencoder, inert=("amnesia",))

# The same networks without pre-training.
_INERT = ("amnesia", "learning_rate", "max_epochs")  # as no layer is trained
_ALL_INERT = (*_INERT, "output_learning_rate", "output_epochs")
NONE = Method(
    "none", "no pre-training", "control", 1, marker="X", pretraining="none", pretrained=False, inert=_ALL_INERT
)
RANDOM = Method(
    "random", "random layers", "control", 2, marker="P", pretraining="random", pretrained=False, inert=_INERT
)


class UntrainedLayer(TanhLayer):
    """GN's starting weights under a reading: pre-training by no epoch at all."""

    def __init__(self, n_components=10, *, reading="paper", random_state=None):
        self.n_components = n_components
        self.reading = reading
        self.random_state = random_state

    def fit(self, X, y=None):
        """Draw the weights."""
        rng, self.n_features_in_ = check_random_state(self.random_state), X.shape[1]
        weights = starting_weights(self.reading, "GN", self.n_components, X.shape[1], X.shape[1], rng)
        self.components_, self.intercept_ = (part.astype(X.dtype) for part in weights[:2])
        return self


def _untrained(settings):
    return UntrainedLayer(reading=Reading(**settings["reading"]))


UNTRAINED = Method("untrained", "no epoch", "other", 10, marker=".", pretraining=_untrained, inert=_INERT)

# Without a network, by L-BFGS and by LAPACK.
MAJORITY = Method("majority", "majority class", "baseline", 1, classifier=DummyClassifier)
_logistic = partial(LogisticRegression, max_iter=10_000)
LOGISTIC = Method("logistic", "logistic regression", "baseline", 2, classifier=_logistic, exact=False)


def _components(settings, seed):
    return PrincipalComponents(settings["n_components"], random_state=seed)


PCA = Method("pca", "PCA", "components", 1, "#009E73", "*", features=_components, exact=False)
