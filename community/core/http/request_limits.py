"""Limits of HTTP requests, which bound the memory, the time and the connections of a client."""

# Longer than any URL of the site, including a cursor and the URL to return to after the sign-in.
MAX_URL_BYTES = 8_192
# Browsers send up to 4 KB for each cookie. Both limits are those of nginx.
MAX_HEADER_BYTES = 32_768
MAX_HEADER_COUNT = 100
# The web server stops reading a request whose headers are longer, before the application sees it.
MAX_HEAD_BYTES = 65_536
# A client must send all headers within this time, and a body without a longer pause.
READ_TIMEOUT_SECONDS = 20.0
# A body may take longer than `READ_TIMEOUT_SECONDS` if the client sends at least this much.
MIN_BYTES_PER_SECOND = 500
