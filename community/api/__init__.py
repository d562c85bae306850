"""The HTTP API. `app.create_app()` builds it, and `docs/http.md` describes its conventions."""
