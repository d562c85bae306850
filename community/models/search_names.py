"""Tables of the names that suggestions search: of users, communities, tags and posts."""

from sqlalchemy import BigInteger, Index, SmallInteger
from sqlmodel import Field, SQLModel

from community.models.columns import BinaryCollationString


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
