"""Sample content for the design gallery.

It contains difficult cases such as long names, long words, Latin and non-Latin names, and missing
images.
"""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote

_HILLS: Final = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 640"><defs>
<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="{sky}"/>
<stop offset="1" stop-color="{haze}"/></linearGradient></defs>
<rect width="1280" height="640" fill="url(#s)"/><circle cx="{sun}" cy="210" r="74" fill="#fff6e0"/>
<path d="M0 430q180-130 380-30t420-60 480 50v250H0z" fill="{far}"/>
<path d="M0 510q240-100 520-10t760-50v190H0z" fill="{near}"/></svg>"""


def landscape_data_url(sky: str, haze: str, far: str, near: str, sun: int = 900) -> str:
    """Return a data URL with an SVG landscape, so that the gallery needs no image files.

    Each colour argument is a CSS colour. `sun` is the horizontal position of the sun.
    """
    drawing = _HILLS.format(sky=sky, haze=haze, far=far, near=near, sun=sun)
    return "data:image/svg+xml," + quote(drawing.replace("\n", ""))


DUSK: Final = landscape_data_url("#2f3b63", "#e8a27c", "#6d4f6d", "#2b2440")
NOON: Final = landscape_data_url("#8fb7cf", "#e9ecd9", "#7d9a7f", "#41604c", 340)
SNOW: Final = landscape_data_url("#b9c6d6", "#f3efe9", "#a9b4bd", "#6c7b88", 640)


@dataclass(frozen=True)
class User:
    name: str
    image_url: str = ""


VERA: Final = User("Вера Андреевна Константинопольская", DUSK)
TOM: Final = User("Tom Okafor", NOON)
IDA: Final = User("Ida Lindqvist")
LONG: Final = User("Maximilian-Alexander von Hohenstaufen-Wittelsbach the Younger")
ANYA: Final = User("Аня Ким", SNOW)


@dataclass(frozen=True)
class Post:
    title: str
    intro: str
    author: User
    community: str = ""
    time: str = "3 h"
    cover: str = ""
    reactions: tuple[tuple[str, int, bool], ...] = ()
    comments: int = 0


POSTS: Final = (
    Post(
        "The quiet art of keeping a notebook for twenty years",
        "Nobody reads my notebooks, and that is the point. What two decades of daily pages taught "
        "me about attention, memory and the strange comfort of handwriting.",
        IDA,
        "Slow Writing",
        "24 min",
        DUSK,
        (("❤️", 148, True), ("🔥", 32, False), ("🤔", 7, False)),
        64,
    ),
    Post(
        "Почему старые карты всё ещё врут, и что с этим делать картографам",
        "История одной береговой линии, которую перерисовывали одиннадцать раз, и людей, которые "
        "каждый раз были уверены, что теперь-то всё правильно.",
        VERA,
        "География и путешествия",
        "2 h",
        "",
        (("👍", 91, False), ("❤️", 12, False)),
        128,
    ),
    Post(
        "Donaudampfschifffahrtsgesellschaftskapitän and other words that do not fit on a phone",
        "A short tour of compound nouns, hyphenation and what they do to a narrow column.",
        LONG,
        "Typography",
        "8 h",
        "",
        (),
        0,
    ),
    Post(
        "We rewrote our scheduler in a weekend. Here is what broke on Monday",
        "A postmortem without villains: three wrong assumptions, one clock, and the log line that "
        "should have existed from the first day.",
        TOM,
        "Engineering Notes",
        "1 d",
        NOON,
        (("🔥", 412, False), ("😂", 58, True)),
        1290,
    ),
)

REACTIONS: Final = (
    ("❤️", "Love"),
    ("👍", "Agree"),
    ("🔥", "Brilliant"),
    ("😂", "Funny"),
    ("🤔", "Makes me think"),
    ("😢", "Sad"),
)


@dataclass(frozen=True)
class Comment:
    """A sample comment. `flags` contains its states, for example `new` or `deleted`."""

    author: User
    html: str
    depth: int = 0
    time: str = "2 h"
    reply_to: str = ""
    reactions: tuple[tuple[str, int, bool], ...] = ()
    flags: frozenset[str] = field(default_factory=frozenset)


PINNED: Final = Comment(
    IDA,
    "<p>Several people asked which paper I use. It is the cheapest squared block there is: a "
    "beautiful notebook is one that I am afraid to spoil.</p>",
    time="22 min",
    reactions=(("❤️", 18, False),),
    flags=frozenset({"author"}),
)

THREAD: Final = (
    Comment(
        TOM,
        "<p>I kept one for six years and stopped when I noticed I was writing <em>for</em> "
        "somebody. Did you ever catch yourself performing on the page?</p>",
        reactions=(("❤️", 24, True), ("🤔", 3, False)),
        flags=frozenset({"open"}),
    ),
    Comment(
        IDA,
        "<p>All the time, in the first two years. Then I read a volume from the middle and it "
        "was unbearable, and that cured me.</p><blockquote><p>A diary is the one book whose "
        "reader you know too well.</p></blockquote>",
        1,
        "1 h",
        flags=frozenset({"author", "open"}),
    ),
    Comment(
        ANYA,
        "<p>А мне кажется, что читатель есть всегда, даже если это ты сам через двадцать лет. "
        "Просто с ним проще договориться.</p>",
        2,
        "48 min",
        reactions=(("👍", 5, False),),
        flags=frozenset({"open"}),
    ),
    Comment(LONG, "<p>Or harder.</p>", 3, "40 min", flags=frozenset({"open"})),
    Comment(
        VERA,
        "<p>Смотря кто постарел лучше. Вот ссылка: https://example.org/a/very/long/address/that/"
        "never/ends/and/has/no/spaces/in/it?at=all</p>",
        4,
        "31 min",
        flags=frozenset({"open", "new"}),
    ),
    Comment(TOM, "<p>Put that on a poster.</p>", 5, "12 min", flags=frozenset({"open", "new"})),
    Comment(
        IDA,
        "<p>Printed, framed, hung over the desk.</p>",
        6,
        "4 min",
        "Tom Okafor",
        flags=frozenset({"author", "new"}),
    ),
    Comment(
        ANYA,
        "<p>And I shall want a copy.</p>",
        6,
        "now",
        "Ida Lindqvist",
        flags=frozenset({"new", "fresh"}),
    ),
    Comment(LONG, "", 1, "1 h", flags=frozenset({"deleted", "open"})),
    Comment(TOM, "<p>That was unkind, and I am glad it is gone.</p>", 2, "50 min"),
    Comment(
        ANYA,
        "<p>For those who want to try: one page, one pen, the same chair. "
        "<code>time.sleep(600)</code>, then write whatever is still there.</p>",
        time="3 h",
        flags=frozenset({"mine"}),
    ),
)

ARTICLE: Final = """<p>The first notebook was a gift, and I did not know what to do with it. It lay
on the desk for a month, white and accusing, until one evening I wrote down what I had eaten. It was
not a beginning anybody would plan. <a href="#">Most of the good ones are not</a>.</p>
<p>Twenty years and forty-one volumes later the shelf is a metre and a half long. I have
lost nothing by keeping them, and I have read back perhaps a tenth. What follows is what I would
tell the person
with the white notebook, <strong>if she asked</strong>, which she would not.</p>
<h2>What a page is for</h2>
<p>A page is not a record. Records are for offices. A page is a place to stand still for as long as
it takes to fill it, and what is on it afterwards is a by-product, like the shavings on the floor of
a workshop.</p>
<blockquote><p>You do not keep a diary to remember your life. You keep it to notice that you are
having one.</p></blockquote>
<h3>Three rules that survived</h3>
<ol><li>The same time, not the same place.</li><li>Nothing is crossed out. What is wrong today is
interesting in ten years.</li><li>If there is nothing to say, describe the light:<ul><li>where it
comes from,</li><li>what it leaves out.</li></ul></li></ol>
<figure><img alt="Hills at noon" width="1280" height="640" src="{noon}"><figcaption>The view that
is described in volumes three to nine, mostly on Tuesdays.</figcaption></figure>
<h2>Инструменты</h2>
<p>Бумага дешёвая, ручка одна и та же. Всё, что дороже, заставляет писать красиво, а красиво
значит для кого-то. Программа, которая считает слова, у меня тоже есть:</p>
<pre tabindex="0"><code>def words(volume: Path) -&gt; int:
    # one file a year; a line that begins with a date is not mine, and this is long
    return sum(len(line.split()) for line in volume.open() if not DATE.match(line))
</code></pre>
<table tabindex="0">
<thead><tr><th>Years</th><th>Volumes</th><th>Pages a week</th><th>What changed</th></tr></thead>
<tbody><tr><td>2006 to 2011</td><td>9</td><td>4</td><td>A kitchen table</td></tr>
<tr><td>2012 to 2019</td><td>21</td><td>7</td><td>A child, and earlier mornings</td></tr>
<tr><td>2020 to today</td><td>11</td><td>6</td><td>A chair by the window</td></tr></tbody></table>
<hr><p>The last page of volume forty-one says only: <em>Rain. Read the first one. She was fine.</em>
Press <kbd>Esc</kbd> to leave, <mark>or stay</mark>.</p>""".replace("{noon}", NOON)
