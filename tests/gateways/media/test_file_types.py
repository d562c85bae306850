"""Tests of the types and names of files that users can send."""

import os
import struct
from io import BytesIO

import av
import pytest
from av.audio.frame import AudioFrame
from av.audio.stream import AudioStream

from community.gateways.media import clean_file_name, detect_file_type
from community.gateways.media.file_types import MP3, PDF, TEXT
from tests.gateways.media.images import create_quadrant_image, encode_image
from tests.gateways.media.videos import create_video


def create_audio(container: str, codec: str) -> bytes:
    """Return a tenth of a second of silence."""
    target = BytesIO()
    with av.open(target, "w", format=container) as output:
        stream = output.add_stream(codec, rate=48_000, layout="stereo")
        assert isinstance(stream, AudioStream)
        frame = AudioFrame(format="s16", layout="stereo", samples=4_800)
        frame.planes[0].update(bytes(4 * 4_800))
        frame.rate, frame.pts = 48_000, 0
        resampler = av.AudioResampler(stream.format, "stereo", 48_000, stream.frame_size or None)
        for part in (*resampler.resample(frame), *resampler.resample(None)):
            output.mux(stream.encode(part))
        output.mux(stream.encode(None))
    return target.getvalue()


@pytest.mark.parametrize(
    ("container", "codec", "expected"),
    [
        ("mp3", "libmp3lame", "audio/mpeg"),
        ("adts", "aac", "audio/aac"),
        ("ipod", "aac", "audio/mp4"),
        ("ogg", "libopus", "audio/ogg"),
        ("webm", "libopus", "audio/webm"),
        ("flac", "flac", "audio/flac"),
        ("wav", "pcm_s16le", "audio/wav"),
    ],
)
def test_audio_is_recognized_by_its_content(container: str, codec: str, expected: str) -> None:
    found = detect_file_type(create_audio(container, codec))
    assert found is not None
    assert found.content_type == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "application/pdf"),
        (b"Flour and water\r\n", "text/plain; charset=utf-8"),
        ("Мука и вода".encode(), "text/plain; charset=utf-8"),
        ("Мука и вода".encode("cp1251"), "text/plain"),
        ("Flour".encode("utf-16"), "text/plain"),
        (b"<html><script>alert(1)</script>", "text/plain; charset=utf-8"),
    ],
)
def test_documents_and_texts_are_recognized(data: bytes, expected: str) -> None:
    found = detect_file_type(data)
    assert found is not None
    assert found.content_type == expected


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"MZ\x90\x00\x03\x00\x00\x00",
        b"\x7fELF\x02\x01\x01\x00",
        b"PK\x03\x04\x14\x00\x06\x00",
        b"RIFF\x24\x00\x00\x00AVI LIST",
        b"OggS\x00\x02" + b"\x80theora" + bytes(40) + b"\x01vorbis",
        b"ID3\x04\x00\x00\x00\x00\x00\x08" + bytes(8) + struct.pack(">I", 0x504B0304),
        b"\xff\xfe\x00\xd8\x00",
        os.urandom(5_000) + b"\0",
        encode_image(create_quadrant_image(), "PNG"),
        encode_image(create_quadrant_image(), "JPEG"),
        encode_image(create_quadrant_image(), "AVIF"),
    ],
)
def test_other_files_are_rejected(data: bytes) -> None:
    assert detect_file_type(data) is None


def test_a_video_is_no_audio_file() -> None:
    assert detect_file_type(create_video(has_sound=True)) is None
    assert detect_file_type(create_video("webm", "libvpx-vp9")) is None


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Song.MP3", "Song.MP3"),
        ("song.exe", "song.exe.mp3"),
        ("../../etc/passwd", "passwd.mp3"),
        ("C:\\music\\song.mp3", "song.mp3"),
        ('a"b;c\r\n.mp3', "a_b;c__.mp3"),
        ("", "file.mp3"),
        (".mp3", "file.mp3"),
        ("...", "file.mp3"),
        ("Песня.mp3", "Песня.mp3"),
        ("x" * 400, f"{'x' * 150}.mp3"),
    ],
)
def test_the_name_gets_the_suffix_of_the_content(name: str, cleaned: str) -> None:
    assert clean_file_name(name, MP3) == cleaned


def test_a_page_is_saved_as_a_text() -> None:
    assert clean_file_name("page.html", TEXT) == "page.html.txt"
    assert clean_file_name("notes.md", TEXT) == "notes.md"
    assert clean_file_name("scan.pdf", PDF) == "scan.pdf"
