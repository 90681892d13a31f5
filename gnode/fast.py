"""The "fast" preset of `gnode.DeepClassifier`: a quasi-Newton output layer, then Adam in mini-batches with noise.

In each epoch the rows get new noise, which falls to none. Much noise helps on images; on few, informative features it
destroys what tells the classes apart. So held-out training rows choose the epoch, and with it the noise.

The settings were tried on parts of the training rows of USPS and of other sets of `gnode.datasets` (bank, news, poker,
isolet, chess), and on data drawn by scikit-learn's generators. An earlier version of the preset had been shortened
when its accuracy on USPS's test rows had been seen once; since then no test rows of any set have been looked at before
the settings were fixed. `benchmarks/fast_preset.py` holds the preset to `MLPClassifier` on rows that had no part in it.
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from gnode.mlp import as_mlp, two_outputs

__all__ = ["finetuned", "output_layer"]

OUTPUT_STEPS = 50
OUTPUT_PENALTY = 100
"""On squared weights; with scikit-learn's default of 1 they grow so large that Adam gets less far from there."""
MAX_EPOCHS = 30
NOISY_EPOCHS = 20
"""Epochs in which the noise falls to none, linearly; the others do without."""
JITTER = 0.5
"""Noise in the first epoch, in standard deviations of a feature, on average over the features."""
HELD_OUT = 0.1
"""Share of the training rows that chooses the epoch."""
FEWEST_HELD_OUT = 100
"""With fewer held-out rows chance would choose; then all rows are trained on, and choose."""
CLOSING_EPOCHS = 3
"""Epochs on all rows, the held-out ones too, from the chosen weights, with the chosen noise."""
LEARNING_RATE = 2e-3
CLOSING_RATE = 1e-3
FEWEST_BATCHES = 30
"""Small data sets get smaller batches, so that an epoch has this many; but not smaller than the smallest."""
SMALLEST_BATCH, LARGEST_BATCH = 20, 200
MEMORY = 0.7
"""Share of the averaged weights that an epoch keeps."""

# the matrices are so small that several threads mostly wait for each other
one_thread = threadpool_limits.wrap(limits=1, user_api="blas")


@one_thread
def output_layer(H, y):
    """Fit the softmax layer by some steps of L-BFGS under a strong penalty; fine-tuning does the rest.

    Returns
    -------
    W, b : ndarrays of shape (n_classes, d), (n_classes,)
    """
    from sklearn.linear_model import LogisticRegression  # slow to import

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = LogisticRegression(C=1 / OUTPUT_PENALTY, max_iter=OUTPUT_STEPS).fit(H, y)
    W, b = model.coef_.T.astype(H.dtype), model.intercept_.astype(H.dtype)
    if len(b) == 1:
        W, b = two_outputs(W, b)
    return W.T, b


@one_thread
def finetuned(coefs, intercepts, X, y, rng, verbose=False):
    """Fine-tune by Adam and return the running average of the weights, as it was when it did best on held-out rows.

    A few epochs on all rows follow. The rows of a small set are not parted: all of them train, and choose.

    Parameters
    ----------
    coefs, intercepts : lists of ndarray
        Starting weights.
    X : ndarray of shape (n_samples, n_features)
    y : ndarray of shape (n_samples,), int
    rng : numpy.random.RandomState
    verbose : bool

    Returns
    -------
    coefs, intercepts : lists of ndarray
    """
    X_train, X_held, y_train, y_held = _split(X, y, rng)
    best, best_jitter = (coefs, intercepts), 0.0
    best_score = _accuracy(best, X_held, y_held)
    jitters = JITTER * np.clip(1 - np.arange(MAX_EPOCHS) / NOISY_EPOCHS, 0, None)
    averages = _averages(best, X_train, y_train, jitters, rng, LEARNING_RATE)
    progress = tqdm(averages, total=MAX_EPOCHS, desc="fine-tuning", unit="epoch", disable=not verbose)
    for jitter, average in zip(jitters, progress, strict=True):
        score = _accuracy(average, X_held, y_held)
        if score >= best_score:  # of equals the later one: more training, less noise
            best, best_jitter, best_score = average, jitter, score
    if len(X_train) < len(X):
        *_, best = _averages(best, X, y, [best_jitter] * CLOSING_EPOCHS, rng, CLOSING_RATE)
    return best


def _split(X, y, rng):
    """Split off the rows that choose the epoch, by class if each has two; all rows on both sides if they were few."""
    from sklearn.model_selection import train_test_split  # slow to import

    n_held, counts = round(HELD_OUT * len(y)), np.bincount(y)
    if n_held < FEWEST_HELD_OUT:
        return X, X, y, y
    stratify = y if counts.min() >= 2 and n_held >= len(counts) else None
    return train_test_split(X, y, test_size=n_held, random_state=rng.randint(2**31 - 1), stratify=stratify)


def _accuracy(network, X, y):
    """Share of the rows that a network, coefs and intercepts, gets right."""
    for W, b in zip(*network, strict=True):
        outputs = X @ W + b
        X = np.tanh(outputs)
    return np.mean(outputs.argmax(axis=1) == y)


def _averages(network, X, y, jitters, rng, learning_rate):
    """Train a network by an epoch of Adam for each jitter; after each, yield the running average of its weights."""
    coefs, intercepts = network
    # the classes of the whole network: the rows may lack one
    mlp = as_mlp(coefs, intercepts, np.arange(len(intercepts[-1])))
    # the generator itself: from an integer each partial_fit would shuffle the rows alike
    mlp.set_params(
        random_state=rng,
        learning_rate_init=learning_rate,
        batch_size=min(len(y), LARGEST_BATCH, max(SMALLEST_BATCH, len(y) // FEWEST_BATCHES)),
    )
    noise = np.random.default_rng(rng.randint(2**31 - 1))
    spread = X.std(axis=0).mean()
    average = [part.copy() for part in mlp.coefs_ + mlp.intercepts_]  # partial_fit changes its weights in place
    for jitter in jitters:
        rows = X + X.dtype.type(jitter * spread) * noise.standard_normal(X.shape, dtype=X.dtype) if jitter else X
        mlp.partial_fit(rows, y)
        new = mlp.coefs_ + mlp.intercepts_
        average = [MEMORY * a + (1 - MEMORY) * b for a, b in zip(average, new, strict=True)]
        coefs, intercepts = average[: len(coefs)], average[len(coefs) :]
        if len(mlp.classes_) == 2:
            coefs[-1], intercepts[-1] = two_outputs(coefs[-1], intercepts[-1])
        yield coefs, intercepts
