"""What to say when a learning rate is too large."""

from gnode.memmap import value_range

__all__ = ["SCALE", "DivergenceError", "check_diverged"]

SCALE = "scale X first, for example with StandardScaler or MinMaxScaler((-1, 1))"


class DivergenceError(ArithmeticError):
    """Training left the finite numbers; the message names the place, what to lower, and a rate that stays finite."""


def check_diverged(epoch, where, rates, train, X=None, *, name="learning_rate", automatic=False):
    """Raise if training diverged.

    Parameters
    ----------
    epoch : int
        Epoch after which a weight was no longer finite; -1 if none.
    where : str
        What was trained, such as "node 3".
    rates : ndarray of shape (n_epochs,)
        Its learning rates.
    train : callable
        ``train(rates)`` trains it again from its start and returns the epoch of divergence or -1; used to look,
        by halving, for a rate that holds.
    X : ndarray or sparse array of shape (n_samples, n_features), default=None
        Rows that the user may scale; None where the inputs are outputs of nodes. Scaling is advised if they go beyond
        -1 and 1.
    name : str, default="learning_rate"
        The parameter that sets these rates.
    automatic : bool, default=False
        Whether the rates are those of learning_rate="auto", which the user did not set.

    Raises
    ------
    DivergenceError
    """
    if epoch < 0:
        return
    low, high = (0, 0) if X is None else value_range(X)
    unscaled = max(-low, high) > 1
    factor = 0.5
    while rates[0] * factor > 1e-30 and train(rates * factor) >= 0:
        factor /= 2
    if automatic:
        advice = "give learning_rate a number"
    else:
        advice = f"lower {name} (training stays finite up to about {rates[0] * factor:.2g}; start well below)"
    advice = f"{SCALE}, or {advice}" if unscaled else advice
    if rates[0] * factor <= 1e-30 and not automatic:
        advice = f"no {name} holds: {SCALE}" if unscaled else f"no {name} holds from these starting weights"
    raise DivergenceError(
        f"{where} diverged in epoch {epoch} at learning rate {rates[epoch]:.3g}: its weights are no longer finite; "
        f"{advice}."
    )
