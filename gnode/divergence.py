"""What to say when a learning rate is too large."""

__all__ = ["DivergenceError", "check_diverged"]


class DivergenceError(ArithmeticError):
    """Training left the finite numbers; the message names the place and a learning rate that holds there."""


def check_diverged(epoch, where, rates, train, automatic=False):
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
    automatic : bool, default=False
        Whether the rates are those of learning_rate="auto", which the user did not set.

    Raises
    ------
    DivergenceError
    """
    if epoch < 0:
        return
    factor = 0.5
    while factor > 1e-30 and train(rates * factor) >= 0:
        factor /= 2
    advice = (
        f"scale X first, for example with StandardScaler or MinMaxScaler((-1, 1)), or lower learning_rate (about "
        f"{rates[0] * factor:.2g} holds here)"
        if factor > 1e-30
        else "no learning rate holds: scale X first, for example with StandardScaler or MinMaxScaler((-1, 1))"
    )
    if automatic:
        advice = (
            "scale X first, for example with StandardScaler or MinMaxScaler((-1, 1)), or give learning_rate a number"
        )
    raise DivergenceError(
        f"{where} diverged in epoch {epoch} at learning rate {rates[epoch]:.3g}: its weights are no longer finite; "
        f"{advice}."
    )
