"""Recognize PDF documents, texts and audio files by their content, because names can be wrong."""

import re
from dataclasses import dataclass
from typing import Final

MAX_FILE_BYTES: Final = 10 * 1024 * 1024
_STEM_MAX_LENGTH: Final = 150


@dataclass(frozen=True, slots=True)
class FileType:
    """A type of file that users can send."""

    content_type: str
    # The suffixes that a name can have. Others are extended by the first one, so that the computer
    # of a recipient does not open the file as a page or a program.
    suffixes: tuple[str, ...]


_TEXT_SUFFIXES: Final = (
    *(".txt", ".md", ".csv", ".tsv", ".log", ".json", ".yaml", ".yml", ".toml", ".ini"),
    *(".srt", ".vtt", ".tex", ".rst", ".diff", ".patch"),
)
PDF: Final = FileType("application/pdf", (".pdf",))
TEXT: Final = FileType("text/plain; charset=utf-8", _TEXT_SUFFIXES)
# A text in an encoding that the server does not know.
OTHER_TEXT: Final = FileType("text/plain", _TEXT_SUFFIXES)
MP3: Final = FileType("audio/mpeg", (".mp3",))
AAC: Final = FileType("audio/aac", (".aac",))
OGG: Final = FileType("audio/ogg", (".ogg", ".oga", ".opus"))
FLAC: Final = FileType("audio/flac", (".flac",))
WAV: Final = FileType("audio/wav", (".wav",))
MP4_AUDIO: Final = FileType("audio/mp4", (".m4a", ".m4b"))
WEBM_AUDIO: Final = FileType("audio/webm", (".weba", ".webm"))

# Control characters that no text contains. Tab, line breaks, form feed and escape are allowed.
_CONTROL_CHARACTER = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_OGG_AUDIO = re.compile(rb"OpusHead|\x01vorbis|Speex   |\x7fFLAC")
# The type of a track in an MP4 file follows the name of the box `hdlr`.
_MP4_TRACK = re.compile(rb"hdlr.{8}(soun|vide)", re.DOTALL)
_WEBM_VIDEO = re.compile(rb"V_[A-Z]")
_WEBM_AUDIO = re.compile(rb"A_(OPUS|VORBIS)")
_WEBM_FIRST_CLUSTER = b"\x1f\x43\xb6\x75"
# The headers of an Ogg or WebM file are at its start.
_HEADER_BYTES = 16 * 1024
_UNSAFE_CHARACTERS = re.compile(r'[\\/:*?"<>|\x00-\x1f]')


def detect_file_type(data: bytes) -> FileType | None:
    """Return the type of a file, or None if users cannot send files of this type.

    The content of an audio file is recognized, but it is not checked whether it can be played.
    """
    if data.startswith(b"%PDF-"):
        return PDF
    return _detect_audio(data) or _detect_text(data)


def clean_file_name(name: str, file_type: FileType) -> str:
    """Return the name of a file without its folder, and with a suffix of the given type."""
    cleaned = _UNSAFE_CHARACTERS.sub("_", re.split(r"[\\/]", name)[-1]).strip().rstrip(". ")
    stem, dot, suffix = cleaned.rpartition(".")
    if f"{dot}{suffix}".lower() in file_type.suffixes:
        return f"{stem[:_STEM_MAX_LENGTH].strip(' .') or 'file'}.{suffix}"
    return f"{cleaned[:_STEM_MAX_LENGTH].strip(' .') or 'file'}{file_type.suffixes[0]}"


def _detect_audio(data: bytes) -> FileType | None:
    if data.startswith(b"fLaC"):
        return FLAC
    if data.startswith(b"RIFF") and data[8:12] == b"WAVE":
        return WAV
    if data[4:8] == b"ftyp":
        return MP4_AUDIO if set(_MP4_TRACK.findall(data)) == {b"soun"} else None
    header = data[:_HEADER_BYTES]
    if data.startswith(b"OggS"):
        return OGG if _OGG_AUDIO.search(header) and b"theora" not in header else None
    if data.startswith(b"\x1a\x45\xdf\xa3"):
        header = header.partition(_WEBM_FIRST_CLUSTER)[0]
        has_only_audio = _WEBM_AUDIO.search(header) and not _WEBM_VIDEO.search(header)
        return WEBM_AUDIO if has_only_audio else None
    return _detect_frames(data)


def _detect_frames(data: bytes) -> FileType | None:
    """Return the type of an audio file that consists of frames, after tags in ID3v2."""
    start = 0
    if data.startswith(b"ID3") and len(data) > 10:
        size = 0
        for byte in data[6:10]:  # seven bits of each byte
            size = size << 7 | byte & 0x7F
        start = size + (20 if data[5] & 0x10 else 10)
    frame = data[start : start + _HEADER_BYTES].lstrip(b"\0")[:4]
    if len(frame) < 4 or frame[0] != 0xFF:
        return None
    if frame[1] & 0xF6 == 0xF0:
        return AAC
    version, layer = frame[1] >> 3 & 3, frame[1] >> 1 & 3
    bitrate, sample_rate = frame[2] >> 4, frame[2] >> 2 & 3
    is_mp3 = (
        frame[1] & 0xE0 == 0xE0
        and version != 1
        and layer in (1, 2)
        and 0 < bitrate < 15
        and sample_rate != 3
    )
    return MP3 if is_mp3 else None


def _detect_text(data: bytes) -> FileType | None:
    if data.startswith(_UTF_16_MARKS):
        return OTHER_TEXT if _can_decode(data, "utf-16") else None
    if not data or _CONTROL_CHARACTER.search(data):
        return None
    return TEXT if _can_decode(data, "utf-8") else OTHER_TEXT


def _can_decode(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
