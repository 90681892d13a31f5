"""Operation counts: closed forms, and arithmetic that counts itself while the reference runs on it.

What counts as one operation is chosen so that the printed coefficients of the paper's eq. 1 come out:

1. A multiplication and the addition or subtraction that its product goes into are one operation. So a matrix product
   of shapes (m, n) and (n, k) counts m n k, a sum of squares one for each square, and 1 - h^2 one.
2. Any other operation on one entry counts one: a sum without a product (the bias is one more input, and costs as
   much), a division, a tanh, an exponential, a comparison in a maximum. A sum of n numbers counts n.
3. Settings (the learning rate, the amnesia factor, the weight decay; all numbers that are no data) are folded into a
   product they scale: w - alpha (g x) is one operation a weight. Scaling anything else counts. A setting of one
   scales nothing, and one of zero switches its term off.
4. Indexing, copying, sorting and drawing random orders are no arithmetic.

Rule 1 takes a product only where it is used first: what is used twice has been stored, and its next sum counts. With
these rules one step of an auto-encoder counts, term by term as in eq. 1,

===================================  ====================  ==========================
``h = tanh(W x + b)``                d2 (d1 + 1) + d2      d2 sums of d1 + 1 inputs, tanh
``o = h V + c``                      d1 (d2 + 1)           d1 sums of d2 + 1 inputs
``e = o - x``                        d1
``g = (V e) (1 - h^2)``              d1 d2 + 2 d2          tanh's derivative and a product
``V - alpha h e``, ``c - alpha e``   d1 (d2 + 1)
``W - alpha g x``, ``b - alpha g``   d2 (d1 + 1)
===================================  ====================  ==========================

of which the first two are the forward propagation. The closed forms are for linear output nodes without a bias in GN
and GCN, as in the paper, and count `gnode.reference` as it is written. All are exact, in Python's integers.
"""

from study.opcount.counted import Counted, Tally
from study.opcount.counting import count_autoencoder_step, count_dual_node, count_layer, count_naive_scheme
from study.opcount.formulas import (
    BOUND,
    GreedyCost,
    Step,
    autoencoder_step,
    dual_node,
    gain,
    gcn,
    gn,
    layerwise,
    naive_forward,
    node_epochs,
    node_update,
    pretraining,
    theorem_bound,
)
from study.opcount.schemes import EarlierNodes, train_node_dual

__all__ = [
    "BOUND",
    "Counted",
    "EarlierNodes",
    "GreedyCost",
    "Step",
    "Tally",
    "autoencoder_step",
    "count_autoencoder_step",
    "count_dual_node",
    "count_layer",
    "count_naive_scheme",
    "dual_node",
    "gain",
    "gcn",
    "gn",
    "layerwise",
    "naive_forward",
    "node_epochs",
    "node_update",
    "pretraining",
    "theorem_bound",
    "train_node_dual",
]
