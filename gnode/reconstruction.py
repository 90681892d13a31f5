"""Rows from the outputs of a layer that was trained node by node."""

import numpy as np
from scipy.linalg import lstsq
from sklearn.utils.validation import check_is_fitted, validate_data

from gnode.arithmetic import expit, matmul
from gnode.layer import FLOATS, TanhLayer
from gnode.layer_outputs import layer_outputs
from gnode.memmap import check_finite, dense_rows, forget, row_blocks

__all__ = ["GreedyReconstruction"]


class GreedyReconstruction(TanhLayer):
    """How GN and GCN reconstruct rows: with the decoder they were trained with, or with one fitted afterwards.

    `_shares` and `_sigmoid` say what the training's decoder was trained with, whatever parameters are set later.
    """

    _shares: np.ndarray
    _sigmoid: bool

    def inverse_transform(self, H):
        """Reconstruct rows: by the decoder of the training, or by that of `fit_decoder` once it has been called.

        The training's decoder gives the output of the layer after its last node: each node by its share left by
        amnesia. That is what the last node was trained to complete, and no good reconstruction: nodes that see
        little of each other learn the same, and their sum counts it again and again. With amnesia=0.4 it can be
        farther from the rows than their mean is. For reconstructions call `fit_decoder` first.

        Parameters
        ----------
        H : array-like of shape (n_samples, n_components)

        Returns
        -------
        X : ndarray of shape (n_samples, n_features)

        Raises
        ------
        ValueError
            If H has not n_components columns.
        """
        H = self._checked_outputs(H)
        if hasattr(self, "least_squares_decoder_"):
            decoder, intercept = self.least_squares_decoder_, self.least_squares_intercept_
            return matmul(H, decoder.astype(H.dtype)) + intercept.astype(H.dtype)
        output = matmul(H * self._shares.astype(H.dtype), self.decoder_) + self.decoder_intercept_
        return expit(output) if self._sigmoid else output

    def fit_decoder(self, X):
        """Fit the linear decoder of all nodes together that reconstructs X best; the nodes stay as they are.

        From then on `inverse_transform` uses it; the next `fit` drops it. X is read block by block.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Usually the rows of `fit`.

        Returns
        -------
        self
        """
        check_is_fitted(self)
        options = dict(accept_sparse="csr", dtype=FLOATS, order="C", ensure_all_finite=False)
        X = validate_data(self, X, **options, reset=False)
        check_finite(X, type(self).__name__)
        n_nodes, n_features = self.components_.shape
        gram, moments = np.zeros((n_nodes + 1, n_nodes + 1)), np.zeros((n_nodes + 1, n_features))
        for block in row_blocks(X):
            rows = dense_rows(X, block)
            H = layer_outputs(rows, self.components_, self.intercept_).astype(np.float64)
            H = np.hstack([H, np.ones((len(H), 1))])
            gram += matmul(H.T, H)
            moments += matmul(H.T, rows)
            forget(X)
        decoder = lstsq(gram, moments)[0].astype(self.components_.dtype)
        self.least_squares_decoder_, self.least_squares_intercept_ = decoder[:-1], decoder[-1]
        return self
