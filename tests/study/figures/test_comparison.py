"""Pictures with a slider between them: what stands in the page, with and without scripts."""

import base64
import io
import re

import numpy as np
from matplotlib.image import imread

from gnode.study.figures.comparison import GAP, SCALE, block_picture, comparison


def test_a_block_has_nine_images_in_reading_order_with_white_between():
    features = np.zeros((9, 4))
    features[5] = [1, -2, 0, 0]
    picture = imread(io.BytesIO(block_picture(features)))[::SCALE, ::SCALE, :3]
    step = 2 + GAP
    assert picture.shape == (3 * step - GAP, 3 * step - GAP, 3)
    top, left = step, 2 * step  # the sixth
    half, lowest = picture[top, left], picture[top, left + 1]
    assert half[0] > half[2] and lowest[2] > lowest[0]  # red above zero, blue below
    picture[top, left : left + 2] = 1
    assert picture.min() > 0.95


def test_the_same_features_give_the_same_bytes():
    features = np.random.RandomState(0).standard_normal((9, 16))
    assert block_picture(features) == block_picture(features.copy())


def test_both_pictures_have_their_caption_and_text():
    one, other = np.eye(9), -np.eye(9)
    written = comparison("A & B", ("A", one, "what A shows"), ("B", other, 'B "quoted"')).data
    assert re.findall("<figcaption>(.*?)</figcaption>", written) == ["A", "B"]
    assert re.findall('alt="(.*?)"', written) == ["what A shows", "B &quot;quoted&quot;"]
    assert 'aria-label="A &amp; B"' in written and "<script" not in written
    pictures = [base64.b64decode(of) for of in re.findall('base64,(.*?)"', written)]
    assert pictures == [block_picture(one), block_picture(other)]
