from study.figures.stories import KINDS, N_DRAWS, N_EXAMPLES, N_SEEDS, N_SHOWN, load_stories, pairs


def test_what_is_stored_of_the_stories_is_whole_and_no_place_is_shown_twice():
    stored = load_stories()
    for kind, shares in stored["repeated"].items():
        assert (
            len(shares) == N_SEEDS * (N_DRAWS if kind.startswith("sums, ") else 1)
            and 0 < min(shares) <= max(shares) <= 1
        )
    assert len(stored["shown"]) == len(pairs()) == N_SHOWN and list(stored["shown"][0]) == [*KINDS]
    assert all(
        len({"".join(of) for of in places}) == N_EXAMPLES for pair in stored["shown"] for places in pair.values()
    )
