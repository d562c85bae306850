"""The tables of a search: the texts that it can find, and the names that suggestions search.

The table of tokens has no class, because it is a virtual table on SQLite: `search_tokens`.
"""

from datetime import datetime

from sqlalchemy import BigInteger, ColumnElement, Index, SmallInteger, false, literal_column
from sqlmodel import Field, SQLModel

from community.core.db.columns import (
    BigKey,
    BinaryCollationString,
    UTCDateTime,
    fk,
    nullable_fk,
    nullable_timestamp,
    partial_index,
    pk,
)


class SearchDocument(SQLModel, table=True):
    """A post or a comment in the search index. It stays when the text is hidden.

    The ids ascend in the order of publication, so that the newest hits are those with the highest
    ids.

    Attributes:
        post_id: The post, or the post of the comment.
        community_id: The community of the post when the tokens were written.
        published_at: The time at which the post was first published or the comment was written.
        is_late: Whether documents exist that are much newer, but have a lower id.
        is_moved: Whether the post has moved to another community since the tokens were written.
        title_stems: The stems of the title in their order, separated by spaces.
        words_count: The number of words of the title and the text.
        reactions_level: How many of the thresholds of `tokens.LEVELS` the number of reactions
            reached when the tokens were written.
        comments_level: The same for the comments on a post, or the replies to a comment.
        outdated_at: The time since which the tokens are missing or incomplete.
    """

    __tablename__ = "search_documents"

    id: int = pk()
    post_id: int = fk("posts.id")
    comment_id: int | None = nullable_fk("comments.id", on_delete="CASCADE")
    # Not a foreign key, because communities are never deleted.
    community_id: int | None = Field(default=None, sa_type=BigKey)
    published_at: datetime = Field(sa_type=UTCDateTime, nullable=False)
    is_late: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    is_moved: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    title_stems: str = Field(default="", nullable=False, sa_column_kwargs={"server_default": ""})
    words_count: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})
    reactions_level: int = Field(
        default=0, nullable=False, sa_column_kwargs={"server_default": "0"}
    )
    comments_level: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})
    outdated_at: datetime | None = nullable_timestamp()

    __table_args__ = (
        partial_index(
            "uq_search_documents_post", "post_id", where="comment_id IS NULL", unique=True
        ),
        Index("uq_search_documents_comment", "comment_id", unique=True),
        Index("ix_search_documents_post", "post_id"),
        # Finds the range of ids that belongs to a range of time.
        partial_index(
            "ix_search_documents_published", "published_at", "id", where="is_late IS FALSE"
        ),
        partial_index("ix_search_documents_late", "published_at", "id", where="is_late IS TRUE"),
        partial_index("ix_search_documents_moved", "id", where="is_moved IS TRUE"),
        partial_index("ix_search_documents_outdated", "id", where="outdated_at IS NOT NULL"),
    )


# The same texts as in the partial indexes. SQLite would not use them for "IS 1".
is_late: ColumnElement[bool] = literal_column("(search_documents.is_late IS TRUE)")
is_in_order: ColumnElement[bool] = literal_column("(search_documents.is_late IS FALSE)")
is_moved: ColumnElement[bool] = literal_column("(search_documents.is_moved IS TRUE)")


class SearchName(SQLModel, table=True):
    """A word of a name. The primary key returns the names with a word in the order of their rank.

    Attributes:
        kind: What has the name: a `user`, `community`, `tag` or `post`.
        word: The word in the form of `normalize_word`.
        rank: The binary logarithm of the followers, members, or posts. 0 for posts.
        target_id: The id of the user, community or post. 0 for a tag.
        tag: The tag. Empty for other names.
    """

    __tablename__ = "search_names"

    kind: str = Field(max_length=9, primary_key=True)
    word: str = Field(sa_type=BinaryCollationString, primary_key=True)
    rank: int = Field(default=0, sa_type=SmallInteger, primary_key=True)
    target_id: int = Field(sa_type=BigInteger, primary_key=True)
    tag: str = Field(default="", sa_type=BinaryCollationString, primary_key=True)

    __table_args__ = (
        Index("ix_search_names_target", "kind", "target_id", "tag"),
        {"sqlite_with_rowid": False},
    )


class SearchWord(SQLModel, table=True):
    """A word that names of a kind contain or contained.

    Attributes:
        uses: About the binary logarithm of the number of names. It changes rarely, so that
            transactions that use the same word seldom wait for each other.
    """

    __tablename__ = "search_words"

    kind: str = Field(max_length=9, primary_key=True)
    word: str = Field(sa_type=BinaryCollationString, primary_key=True)
    uses: int = Field(default=0, sa_type=SmallInteger, nullable=False)

    __table_args__ = (
        Index("ix_search_words_uses", "kind", "uses", "word"),
        {"sqlite_with_rowid": False},
    )
