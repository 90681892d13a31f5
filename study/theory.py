"""What amnesia does, from the spectrum of the rows alone: which component each node of a linear layer takes.

Let the rows have the singular value decomposition X = sum_j sigma_j p_j q_j^T (not centred), let every node be linear,
see all rows and be fitted exactly: node i takes the best rank-one matrix to the target T = X - A R, where R is what the
earlier nodes say. Then every node takes one component j, and which one follows from sigma, the amnesia factor A and the
rule by which R forgets.
"""

import numpy as np

MEMORIES = ("flat", "fading")


def component_order(singular_values, amnesia, n_nodes, memory="fading"):
    """Tell which component each node of a linear layer takes (ndarray of int, (n_nodes,)); -1 where nothing is left."""
    # Flat: the component with the largest (1 - A)^n_j sigma_j, n_j being how often it was taken; fading: that with the
    # largest sigma_j (1 - A^k_j), k_j being the steps since it was (else no end).
    sigma = np.asarray(singular_values, dtype=np.float64)
    if memory not in MEMORIES:
        raise ValueError(f"memory={memory!r}: give one of {', '.join(MEMORIES)}.")
    order = np.full(n_nodes, -1)
    with np.errstate(divide="ignore"):
        left = np.log(sigma)  # of the singular values of the target; flat amnesia may make them as small as it likes
        said = np.zeros_like(sigma)  # what the earlier nodes say
        for node in range(n_nodes):
            j = int(np.argmax(left))
            if left[j] == -np.inf:
                break
            order[node] = j
            if memory == "flat":
                left[j] += np.log1p(-amnesia)
            else:
                said *= amnesia
                said[j] = sigma[j]
                left = np.log(sigma - amnesia * said)
    return order


def redundancy(order):
    """Give the mean absolute cosine over all pairs of nodes: the share that take the same component (float)."""
    order = np.asarray(order)
    taken = np.unique(order[order >= 0], return_counts=True)[1]
    n_nodes = taken.sum()
    return float((taken * (taken - 1)).sum() / (n_nodes * (n_nodes - 1)))
