"""Business logic of the site, one package for each subject. `pyproject.toml` has their order."""
