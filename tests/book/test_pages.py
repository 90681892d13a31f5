"""Every page of the built site, as a reader's browser shows it."""


def test_opens_without_errors(opened):
    assert opened.page.locator("h1").count() >= 1
    assert opened.problems == []
