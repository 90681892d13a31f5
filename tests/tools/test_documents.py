"""What a compiled file of Python 2.7 says of its source."""

import struct

import documents
import pytest


def compiled(seconds, *paths):
    return documents.MAGIC + struct.pack("<I", seconds) + b"".join(b"s" + path + b"t" for path in paths)


def test_it_has_the_day_and_the_folder_of_its_source_and_anything_else_is_refused():
    content = compiled(1464542318, b"/home/a b/CodeClean_Mean/Methods.py", b"/home/a b/CodeClean_Mean/Methods.py")
    assert documents.compiled(content) == ("2016-05-29", "CodeClean_Mean")
    for other in (b"\x00" * 16, compiled(0), compiled(0, b"/x/a/m.py", b"/x/b/m.py")):
        with pytest.raises(ValueError):
            documents.compiled(other)
