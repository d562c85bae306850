"""The tables of a search: the texts that it can find, and the names that suggestions search.

The table of tokens has no class, because it is a virtual table on SQLite: `search_tokens`.
"""

from datetime import datetime

from sqlalchemy import BigInteger, ColumnElement, Index, SmallInteger, false, literal_column, text
from sqlmodel import Field, SQLModel

from community.core.db import columns


class SearchDocument(SQLModel, table=True):
    """A post or a comment in the search index. It stays, without content, when the text is hidden.

    The ids ascend in the order of publication, so that the newest hits are those with the highest
    ids.
    """

    __tablename__ = "search_documents"

    id: int = columns.pk()
    post_id: int = columns.fk("posts.id")  # the post, or the post of the comment
    comment_id: int | None = columns.nullable_fk("comments.id", on_delete="CASCADE")
    # Not a foreign key, because communities are never deleted.
    # The community of the post when the tokens were written
    community_id: int | None = Field(default=None, sa_type=columns.BigKey)
    # The time at which the post was first published or the comment was written
    published_at: datetime = Field(sa_type=columns.UTCDateTime, nullable=False)
    # Whether documents exist that are much newer, but have a lower id
    is_late: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    # Whether the post has moved to another community, or got other tags, since the tokens of the
    # comment were written
    is_moved: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    # The stems of the title in their order, separated by spaces
    title_stems: str = Field(default="", nullable=False, sa_column_kwargs={"server_default": ""})
    # The number of words of the title and the text
    words_count: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})
    # How many of the thresholds of `tokens.LEVELS` the number of reactions reached when the tokens
    # were written
    reactions_level: int = Field(
        default=0, nullable=False, sa_column_kwargs={"server_default": "0"}
    )
    # The same for the comments on a post, or the replies to a comment
    comments_level: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})
    # The time since which the tokens are missing or incomplete
    outdated_at: datetime | None = columns.nullable_timestamp()

    __table_args__ = (
        columns.partial_index(
            "uq_search_documents_post", "post_id", where="comment_id IS NULL", unique=True
        ),
        Index("uq_search_documents_comment", "comment_id", unique=True),
        Index("ix_search_documents_post", "post_id"),
        # Finds the range of ids that belongs to a range of time.
        columns.partial_index(
            "ix_search_documents_published", "published_at", "id", where="is_late IS FALSE"
        ),
        columns.partial_index(
            "ix_search_documents_late", "published_at", "id", where="is_late IS TRUE"
        ),
        columns.partial_index("ix_search_documents_moved", "id", where="is_moved IS TRUE"),
        columns.partial_index(
            "ix_search_documents_outdated", "id", where="outdated_at IS NOT NULL"
        ),
    )


# The same texts as in the partial indexes. SQLite would not use them for "IS 1".
is_late: ColumnElement[bool] = literal_column("(search_documents.is_late IS TRUE)")
is_in_order: ColumnElement[bool] = literal_column("(search_documents.is_late IS FALSE)")
is_moved: ColumnElement[bool] = literal_column("(search_documents.is_moved IS TRUE)")


class SearchName(SQLModel, table=True):
    """A word of a name. The primary key orders the names with a word by rank."""

    __tablename__ = "search_names"

    # What has the name: a `user`, `community`, `tag` or `post`
    kind: str = Field(max_length=9, primary_key=True)
    # The word in the form of `normalize_word`
    word: str = Field(sa_type=columns.BinaryCollationString, primary_key=True)
    # The binary logarithm of the followers, members, or posts. 0 for posts.
    rank: int = Field(default=0, sa_type=SmallInteger, primary_key=True)
    # The id of the user, community or post. 0 for a tag.
    target_id: int = Field(sa_type=BigInteger, primary_key=True)
    # The tag. Empty for other names.
    tag: str = Field(default="", sa_type=columns.BinaryCollationString, primary_key=True)

    __table_args__ = (
        Index("ix_search_names_target", "kind", "target_id", "tag", "word"),
        {"sqlite_with_rowid": False},
    )


class SearchWord(SQLModel, table=True):
    """A word that names of a kind contain. Words of former tags stay."""

    __tablename__ = "search_words"

    kind: str = Field(max_length=9, primary_key=True)
    word: str = Field(sa_type=columns.BinaryCollationString, primary_key=True)
    # About the binary logarithm of the number of names. It changes rarely, so that transactions
    # that use the same word seldom wait for each other.
    uses: int = Field(default=0, sa_type=SmallInteger, nullable=False)

    __table_args__ = (
        # The most frequent words that begin with two letters
        Index(
            "ix_search_words_two_letters",
            "kind",
            text("substr(word, 1, 2)"),
            text("uses DESC"),
            "word",
        ),
        {"sqlite_with_rowid": False},
    )
