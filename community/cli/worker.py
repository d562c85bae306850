"""Run background jobs without serving the site."""


def worker() -> None:
    """Run background jobs without serving the site."""
    raise NotImplementedError
