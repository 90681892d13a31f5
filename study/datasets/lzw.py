"""Files that the Unix command `compress` packed (.Z), as the UCI archive still holds two."""

from __future__ import annotations

MAGIC = b"\x1f\x9d"


def decompress(packed, largest):
    """Unpack the content of a .Z file.

    Codes of 9 bits and more, least significant bit first; codes of one width come in groups of eight, and a group is
    filled up when the width changes or the table is cleared.

    Parameters
    ----------
    packed : bytes
    largest : int
        The most bytes that it may hold.

    Returns
    -------
    bytes

    Raises
    ------
    ValueError
        If the bytes are no such file or are damaged, or hold more.
    """
    if len(packed) < 3 or packed[:2] != MAGIC:
        raise ValueError("no .Z file")
    max_width, can_clear = packed[2] & 0x1F, bool(packed[2] & 0x80)
    if packed[2] & 0x60 or not 10 <= max_width <= 16:
        raise ValueError("a .Z file of an unknown kind")
    literals = [bytes([code]) for code in range(256)]
    first = [*literals, b""] if can_clear else literals
    table, width, out, previous = list(first), 9, [], b""
    n_bytes = 0
    position, end, group = 3 * 8, 8 * len(packed), 3 * 8
    while position + width <= end:
        start = position >> 3
        code = int.from_bytes(packed[start : start + 3], "little") >> (position & 7) & ((1 << width) - 1)
        position += width
        if can_clear and code == 256:
            table, previous = list(first), b""
            position, width = _next_group(position, group, width), 9
            group = position
            continue
        if code < len(table):
            entry = table[code]
        elif code == len(table) and previous:
            entry = previous + previous[:1]
        else:
            raise ValueError("a code that is not in the table")
        out.append(entry)
        n_bytes += len(entry)
        if n_bytes > largest:
            raise ValueError(f"it holds more than {largest:,} bytes")
        if previous and len(table) < 1 << max_width:
            table.append(previous + entry[:1])
        previous = entry
        if len(table) == 1 << width and width < max_width:
            position = _next_group(position, group, width)
            group, width = position, width + 1
    if packed[position >> 3 :].strip(b"\0") and end - position >= 8:
        raise ValueError("bytes after the last code")
    return b"".join(out)


def _next_group(position, group, width):
    """Return the bit at which the group of eight codes that holds the last code ends."""
    size = 8 * width
    return group - (group - position) // size * size
