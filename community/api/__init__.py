"""The HTTP API. `create_app` in `app.py` builds the API. `docs/http.md` describes its rules."""
