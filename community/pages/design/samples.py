"""Difficult sample content: long names, long words, Cyrillic text, deep threads, missing images."""

from typing import Final
from uuid import UUID

from community.components.comments.rows import DiscussionView
from community.domain import advertising, discovery, ratings, site
from community.domain.comments.schemas import CommentImage, CommentPermissions
from community.domain.communities.schemas import CommunityView
from community.domain.people.schemas import Profile
from community.domain.posts.schemas import PostView
from community.pages.design.sample_models import (
    build_sample_user,
    count_reactions,
    create_post,
    create_row,
    landscape_data_url,
    link_rows,
    minutes_ago,
)

DUSK: Final = landscape_data_url("#2f3b63", "#e8a27c", "#6d4f6d", "#2b2440")
NOON: Final = landscape_data_url("#8fb7cf", "#e9ecd9", "#7d9a7f", "#41604c", 340)
SNOW: Final = landscape_data_url("#b9c6d6", "#f3efe9", "#a9b4bd", "#6c7b88", 640)

VERA: Final = build_sample_user("Вера Андреевна Константинопольская", DUSK, "leaf", "aurora")
TOM: Final = build_sample_user("Tom Okafor", NOON, "coffee")
IDA: Final = build_sample_user("Ida Lindqvist")
LONG: Final = build_sample_user(
    "Maximilian-Alexander von Hohenstaufen-Wittelsbach the Younger", None, "crown", "plum"
)
ANYA: Final = build_sample_user("Аня Ким", SNOW)

SITE: Final = site.SiteView(
    name="Community", contact_email="hello@example.com", has_about_page=True
)
PROFILE: Final = Profile(
    **VERA.model_dump(exclude={"slug", "is_deleted"}),
    slug="vera",
    header=SNOW,
    bio="Картограф на пенсии. Пишу о том, как мы рисуем то, чего не видели, and sometimes in "
    "English.",
    place=12,
    followers_count=12_400,
    following_count=318,
    posts_count=86,
    badges=["top_100"],
    is_online=True,
    created_at=minutes_ago(0),
)

COMMUNITY: Final = CommunityView(
    id=0,
    slug="slow-writing",
    name="Slow Writing",
    description="Notebooks, letters, первые черновики, and everything else that takes years.",
    header=SNOW,
    rules="Be patient.",
    rules_html="<p>Be patient.</p>",
    owner=IDA,
    moderators=[IDA, LONG],
    members_count=12_400,
    posts_count=86,
    can_post=True,
    created_at=minutes_ago(0),
    url="#",
)

POSTS: Final = (
    create_post(
        "The quiet art of keeping a notebook for twenty years",
        "Nobody reads my notebooks, and that is the point. What two decades of daily pages taught "
        "me about attention, memory and the strange comfort of handwriting.",
        IDA,
        "Slow Writing",
        24,
        cover=DUSK,
        is_pinned=True,
        reactions=count_reactions(love=148, brilliant=32, thoughtful=7),
        my_reaction="love",
        comments_count=64,
    ),
    create_post(
        "Почему старые карты всё ещё врут, и что с этим делать картографам",
        "История одной береговой линии, которую перерисовывали одиннадцать раз, и людей, которые "
        "каждый раз были уверены, что теперь-то всё правильно.",
        VERA,
        "География и путешествия",
        120,
        reactions=count_reactions(agree=91, love=12),
        comments_count=128,
    ),
    create_post(
        "Donaudampfschifffahrtsgesellschaftskapitän and other words that do not fit on a phone",
        "A short tour of compound nouns, hyphenation and what they do to a narrow column.",
        LONG,
        "Typography",
        480,
    ),
    create_post(
        "We rewrote our scheduler in a weekend. Here is what broke on Monday",
        "A postmortem without villains: three wrong assumptions, one clock, and the log line that "
        "should have existed from the first day.",
        TOM,
        "Engineering Notes",
        1_440,
        cover=NOON,
        reactions=count_reactions(brilliant=412, funny=58),
        comments_count=1_290,
    ),
)

THREAD: Final = link_rows(
    create_row(
        TOM,
        "<p>I kept one for six years and stopped when I noticed I was writing <em>for</em> "
        "somebody. Did you ever catch yourself performing on the page?</p>",
        minutes=120,
        reactions=count_reactions(love=24, thoughtful=3),
    ),
    create_row(
        IDA,
        "<p>All the time, in the first two years. Then I read a volume from the middle and it "
        "was unbearable, and that cured me.</p><blockquote><p>A diary is the one book whose "
        "reader you know too well.</p></blockquote>",
        1,
        is_by_post_author=True,
        is_targeted=True,
        open_form="reply",
    ),
    create_row(
        ANYA,
        "<p>А мне кажется, что читатель есть всегда, даже если это ты сам через двадцать лет. "
        "Просто с ним проще договориться.</p>",
        2,
        48,
        reactions=count_reactions(agree=5),
    ),
    create_row(LONG, "<p>Or harder.</p>", 3, 40),
    create_row(
        VERA,
        "<p>Смотря кто постарел лучше. Вот ссылка: https://example.org/a/very/long/address/that/"
        "never/ends/and/has/no/spaces/in/it?at=all</p>",
        4,
        31,
        is_new=True,
    ),
    create_row(TOM, "<p>Put that on a poster.</p>", 5, 12, is_new=True),
    create_row(
        IDA,
        "<p>Printed, framed, hung over the desk.</p>",
        6,
        4,
        is_by_post_author=True,
        is_new=True,
    ),
    create_row(ANYA, "<p>And I shall want a copy.</p>", 7, 0, is_just_added=True),
    create_row(None, depth=7, kind="new_replies", new_count=3),
    create_row(None, depth=1, moderation_status="deleted"),
    create_row(TOM, "<p>That was unkind, and I am glad it is gone.</p>", 2, 50),
    create_row(None, depth=1, kind="more", remaining_count=12),
    create_row(LONG, minutes=150, is_collapsed=True, collapsed_count=14),
    create_row(
        ANYA,
        "<p>For those who want to try: one page, one pen, the same chair. "
        "<code>time.sleep(600)</code>, then write whatever is still there.</p>",
        minutes=180,
        media=[CommentImage(id=UUID(int=0), url=NOON, alt="Hills", width=1280, height=640)],
        edited_at=minutes_ago(60),
        can=CommentPermissions(edit=True, delete=True),
    ),
)

PINNED: Final = create_row(
    IDA,
    "<p>Several people asked which paper I use. It is the cheapest squared block there is: a "
    "beautiful notebook is one that I am afraid to spoil.</p>",
    minutes=22,
    is_pinned=True,
    is_by_post_author=True,
    reactions=count_reactions(love=18),
)

DISCUSSION: Final = DiscussionView(
    pinned_rows=[PINNED],
    thread_rows=THREAD,
    total=POSTS[0].comments_count,
    new_count=3,
    next_cursor="sample",
    order="best",
)

_HTML: Final = """<p>The first notebook was a gift, and I did not know what to do with it. It lay
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

ARTICLE: Final = PostView.model_validate(
    {
        **dict(POSTS[0]),
        "html": _HTML,
        "tags": ["notebooks", "habits", "memory"],
        "reading_time": 7,
    }
)

SIDEBAR: Final = discovery.Sidebar(
    top_authors=[
        ratings.TopAuthor(**dict(user), place=index, rating=1_023 - 83 * index)
        for index, user in enumerate((VERA, TOM, IDA, LONG, ANYA), start=1)
    ],
    discussions=[
        discovery.ActiveDiscussion(
            post_id=post.id,
            title=post.title,
            comments_count=post.comments_count,
            author=row.comment.author or ANYA,
            excerpt=post.intro,
            created_at=row.comment.created_at,
            url=post.url,
        )
        for post, row in zip(POSTS, THREAD, strict=False)
    ],
    communities=[
        discovery.SuggestedCommunity(**dict(post.community), members_count=12_400)
        for post in POSTS
        if post.community
    ],
)

ADVERTISEMENT: Final = advertising.PlacedAdvertisement(
    id=1,
    at="",
    title="Meadow Bakery",
    text="Sourdough from stone-ground rye, baked at four in the morning.",
    button="See today's bread",
)
IMAGE_ADVERTISEMENT: Final = advertising.PlacedAdvertisement(
    id=2,
    at="",
    image=advertising.PlacedImage(url=DUSK, width=1200, height=630),
    alt="Mountains at dusk",
)

SUGGESTIONS: Final = discovery.FollowSuggestions(
    communities=[COMMUNITY],
    authors=[
        discovery.SuggestedAuthor(**LONG.model_dump(), bio=PROFILE.bio),
        discovery.SuggestedAuthor(**ANYA.model_dump()),
    ],
)

CHECKLIST: Final = discovery.SetupChecklist(
    is_site_named=True,
    has_community=False,
    has_post=True,
    has_members=False,
    invite_url="https://example.org/join",
)

ANNOUNCEMENTS: Final = [
    site.Announcement(
        id="meeting",
        text="Сегодня в 19:00 — встреча авторов. Join us online, everyone is welcome.",
        href="#",
    ),
    site.Announcement(
        id="maintenance",
        text="The site is read-only on Sunday from 02:00 to 04:00 UTC while we move the database.",
        is_dismissible=False,
    ),
]
CONSENT_BANNERS: Final = [
    site.ConsentBanner(policy_href="#"),
    site.ConsentBanner(
        text="We store one cookie that keeps you signed in, and nothing else.", is_choice=False
    ),
]
