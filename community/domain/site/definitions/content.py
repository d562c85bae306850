"""The settings for posts and comments: who can write them, what is reviewed first, and limits."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator

from community.core.text import markup
from community.domain.site.definitions.definition import Setting, SettingsPart, SettingsSection
from community.domain.site.definitions.validation import clean_domains, clean_entries, clean_tags
from community.i18n import gettext as _, noop

# The highest limits that an administrator can set. They bound the work for one comment or post.
MAX_COMMENT_LENGTH = 10_000
MAX_POST_LENGTH = markup.MAX_LENGTH
MAX_COMMENT_IMAGES = 4
MAX_POST_TAGS = 5

MAX_LIST_ENTRIES = 1_000
MAX_ENTRY_LENGTH = 100

# What happens to a post or comment: it is published, it waits for a moderator, or it is rejected.
Restriction = Literal["allow", "hold", "refuse"]
Rejection = Literal["hold", "refuse"]
Entries = Annotated[
    tuple[Annotated[str, Field(max_length=MAX_ENTRY_LENGTH)], ...],
    Field(max_length=MAX_LIST_ENTRIES),
]

_REJECTIONS = {"hold": noop("Hold for review"), "refuse": noop("Refuse")}
_RESTRICTIONS = {"allow": noop("Publish"), **_REJECTIONS}


class CommentEditing(SettingsPart):
    title: ClassVar[str] = noop("Editing")

    comment_edit_minutes: Annotated[
        int,
        Field(ge=0, le=525_600),
        Setting(
            noop("Comment edit time"),
            noop("How long authors can edit a comment after posting it. 0 means no limit."),
            unit=noop("minutes"),
        ),
    ] = 15


class WritingRestrictions(SettingsPart):
    title: ClassVar[str] = noop("Who can post and comment")
    description: ClassVar[str] = noop(
        "Guests can never post or comment. These rules don't apply to administrators."
    )

    unverified_accounts: Annotated[
        Restriction,
        Setting(
            noop("Posts and comments of people with an unconfirmed email"),
            choices=_RESTRICTIONS,
        ),
    ] = "allow"
    new_account_hours: Annotated[
        int,
        Field(ge=0, le=8_760),
        Setting(
            noop("Minimum age of an account"),
            noop("Accounts younger than this count as new. 0 turns the rule off."),
            unit=noop("hours"),
        ),
    ] = 0
    new_accounts: Annotated[
        Rejection,
        Setting(noop("Posts and comments of new accounts"), choices=_REJECTIONS),
    ] = "refuse"
    premoderate_content: Annotated[
        bool,
        Setting(
            noop("Review every post and comment before it appears"),
            noop("Posts and comments wait until a moderator publishes them."),
        ),
    ] = False
    reports_to_hold: Annotated[
        int,
        Field(ge=0, le=100),
        Setting(
            noop("Reports that hide a post or comment"),
            noop("From this number of people on, it waits for a moderator. 0 turns the rule off."),
            unit=noop("reports"),
        ),
    ] = 5


class ContentFilters(SettingsPart):
    title: ClassVar[str] = noop("Words and links")
    description: ClassVar[str] = noop(
        "One entry per line. Names, profiles and communities with such words or links are always "
        "refused."
    )

    blocked_words: Annotated[
        Entries,
        Setting(
            noop("Blocked words"),
            noop("Whole words or phrases in any case. End a word with * to match all its forms."),
        ),
    ] = ()
    blocked_words_action: Annotated[
        Rejection, Setting(noop("Posts and comments with a blocked word"), choices=_REJECTIONS)
    ] = "hold"
    blocked_domains: Annotated[
        Entries,
        Setting(
            noop("Blocked sites"),
            noop("Domains such as example.com, including their subdomains."),
            placeholder="example.com",
        ),
    ] = ()
    blocked_domains_action: Annotated[
        Rejection, Setting(noop("Posts and comments with a blocked link"), choices=_REJECTIONS)
    ] = "hold"

    @field_validator("blocked_words")
    @classmethod
    def _clean_words(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        return clean_entries(words, max_length=MAX_ENTRY_LENGTH)

    @field_validator("blocked_domains")
    @classmethod
    def _clean_domains(cls, domains: tuple[str, ...]) -> tuple[str, ...]:
        return clean_domains(domains, max_length=MAX_ENTRY_LENGTH)


class ContentLimits(SettingsPart):
    title: ClassVar[str] = noop("Limits")

    max_comment_links: Annotated[
        int, Field(ge=0, le=100), Setting(noop("Links in a comment"), noop("0 allows no links."))
    ] = 20
    max_comment_length: Annotated[
        int,
        Field(ge=100, le=MAX_COMMENT_LENGTH),
        Setting(noop("Length of a comment"), unit=noop("characters")),
    ] = MAX_COMMENT_LENGTH
    max_comment_images: Annotated[
        int,
        Field(ge=0, le=MAX_COMMENT_IMAGES),
        Setting(noop("Images in a comment"), noop("0 allows no images.")),
    ] = MAX_COMMENT_IMAGES
    max_post_length: Annotated[
        int,
        Field(ge=1_000, le=MAX_POST_LENGTH),
        Setting(noop("Length of a post"), unit=noop("characters")),
    ] = MAX_POST_LENGTH


class TagSettings(SettingsPart):
    title: ClassVar[str] = noop("Tags")

    max_post_tags: Annotated[
        int,
        Field(ge=0, le=MAX_POST_TAGS),
        Setting(noop("Tags per post"), noop("0 turns tags off.")),
    ] = MAX_POST_TAGS
    tag_choice: Annotated[
        Literal["free", "list"],
        Setting(
            noop("Allowed tags"),
            choices={"free": noop("Any tag"), "list": noop("Only the tags below")},
        ),
    ] = "free"
    allowed_tags: Annotated[Entries, Setting(noop("List of tags"), noop("One tag per line."))] = ()

    @field_validator("allowed_tags")
    @classmethod
    def _clean_tags(cls, tags: tuple[str, ...]) -> tuple[str, ...]:
        return clean_tags(tags)


class MessageRetention(SettingsPart):
    title: ClassVar[str] = noop("Private messages")

    keep_messages_months: Annotated[
        int,
        Field(ge=0, le=1_200),
        Setting(
            noop("Keep private messages"),
            noop("Older messages are deleted every night, with their files. 0 keeps all of them."),
            unit=noop("months"),
        ),
    ] = 0


class ContentSettings(
    CommentEditing,
    WritingRestrictions,
    ContentFilters,
    ContentLimits,
    TagSettings,
    MessageRetention,
    SettingsSection,
):
    """Settings that control who can post and comment, what is reviewed, and the limits of texts."""

    name: ClassVar[str] = "content"
    title: ClassVar[str] = noop("Content")

    def find_problems(self) -> Mapping[str, str]:
        if self.tag_choice == "list" and not self.allowed_tags and self.max_post_tags:
            return {"allowed_tags": _("Add at least one tag, or allow any tag.")}
        return {}
