"""Conversion of images and videos in worker processes. Only these load Pillow and PyAV.

This package imports no other package of the site, because each uploaded file starts a process. The
imports of `gateways/media`, such as pydantic and redis, would take 0.3 s of processor time.
"""
