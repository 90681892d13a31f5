from study.figures.stories import KINDS, N_DRAWS, N_EXAMPLES, N_SEEDS, N_SHOWN, load_stories, pairs


def test_what_is_stored_of_the_stories_is_whole_and_no_place_is_shown_twice():
    stored, draws = load_stories(), dict.fromkeys(("sums, all active", "sums, top 30"), N_DRAWS)
    assert all(len(of) == N_SEEDS * draws.get(kind, 1) for kind, of in stored["repeated"].items())
    assert len(stored["shown"]) == len(pairs()) == N_SHOWN
    assert all(len({*map("".join, of[kind])}) == N_EXAMPLES for of in stored["shown"] for kind in KINDS)
    places = [place for of in stored["shown"] for kind in KINDS for place in of[kind]]
    assert all(word.strip().isalpha() for _, word in places)
