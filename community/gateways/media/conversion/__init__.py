"""Conversion of images and videos in worker processes. Only these load Pillow and PyAV."""
