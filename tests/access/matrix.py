"""The access matrix: what each role may do with an object in each of its states.

A row names the operation, the states of the object, and the outcome for each role: the status of
the HTTP response, or `ok` for 2xx. `staff` stands for `moderator`, `owner` and `administrator`,
`new_staff` for those who moderate the community to which a post was moved (`author`,
`new_moderator` and `administrator`), and `others` for the roles that the row does not name. If the
operation requires a user who is signed in, `guest` and `deleted` get 401 without being named. The
tests send each operation over HTTP and, if it has an event, over the WebSocket.

The states of comments begin with `moved_` if the comment was written before its post was moved to
another community, and with `late_` if it was written afterwards. A `stub` is a deleted comment with
replies, of which the thread shows only the place. The author of what is `of_deleted` has deleted
their account, and that of what is `hidden_with_author` has chosen to delete the content too.
`scenario.py` creates the roles and the objects.
"""

from dataclasses import dataclass, field
from itertools import chain

from tests.access.operations import OPERATIONS
from tests.access.scenario import ROLES


@dataclass(frozen=True)
class Row:
    operation: str
    state: str
    outcomes: dict[str, str] = field(hash=False)


GROUPS = {
    "staff": ("moderator", "owner", "administrator"),
    "new_staff": ("author", "new_moderator", "administrator"),
}
# Each line: operation | states | outcomes
TABLE = """
read post | published on_profile comments_closed moved in_closed_community | others: ok
read post | draft scheduled draft_for_members draft_for_moderators | author: ok; others: 404
read post | unpublished taken_down | author administrator: ok; others: 404
read post | waiting | author staff: ok; others: 404
read post | deleted moved_deleted deleted_by_administrator | others: 404
list comments | published comments_closed moved | others: ok
list comments | draft scheduled | author: ok; others: 404
list comments | unpublished taken_down | author administrator: ok; others: 404
list comments | waiting | author staff: ok; others: 404
list comments | deleted | others: 404
read summary | published moved in_closed_community | administrator: ok; others: 403
read summary | draft scheduled unpublished taken_down deleted | administrator: 404; others: 403
request summary | published moved in_closed_community | administrator: ok; others: 403
request summary | draft scheduled unpublished taken_down deleted | administrator: 404; others: 403
open editor | published moved | author administrator: ok; others: 403
open editor | draft | author: ok; others: 404
open editor | unpublished taken_down | author administrator: ok; others: 404
open editor | waiting | author administrator: ok; moderator owner: 403; others: 404
open editor | deleted | others: 404
edit post | published moved | author administrator: ok; others: 403
edit post | draft scheduled | author: ok; others: 404
edit post | unpublished taken_down | author administrator: ok; others: 404
edit post | waiting | author administrator: ok; moderator owner: 403; others: 404
edit post | deleted | others: 404
save draft | published | author: ok; others: 403
save draft | draft | author: ok; others: 404
save draft | waiting | author: ok; staff: 403; others: 404
save draft | deleted | others: 404
discard changes | published | others: ok
discard changes | draft | author: ok; others: 404
move post | published | author administrator: ok; others: 403
move post | taken_down | author: 403; administrator: ok; others: 404
move post | draft | author: ok; others: 404
move post | waiting | author moderator owner: 403; administrator: ok; others: 404
publish post | published | author: ok; others: 403
publish post | draft | author: ok; others: 404
publish post | draft_for_members draft_for_moderators | author: 403; others: 404
publish post | draft_in_closed_community | author: 409; others: 404
publish post | unpublished | author: ok; administrator: 403; others: 404
publish post | taken_down | staff: ok; author: 403; others: 404
publish post | deleted | others: 404
publish post | waiting | author staff: ok; others: 404
approve post | waiting | author: 403; staff: ok; others: 404
approve post | published | staff: ok; others: 403
approve post | taken_down | author: 403; staff: ok; others: 404
approve post | draft | author: 403; others: 404
reject post | waiting | author: 403; staff: ok; others: 404
reject post | published | staff: ok; others: 403
unpublish post | published | author staff: ok; others: 403
unpublish post | moved | new_staff: ok; others: 403
unpublish post | on_profile | author administrator: ok; others: 403
unpublish post | unpublished | author administrator: ok; others: 404
unpublish post | taken_down | author staff: ok; others: 404
unpublish post | draft | author: 409; others: 404
unpublish post | waiting | author staff: ok; others: 404
delete post | published moved | author administrator: ok; others: 403
delete post | draft | author: ok; others: 404
delete post | unpublished taken_down | author administrator: ok; others: 404
delete post | waiting | author administrator: ok; moderator owner: 403; others: 404
delete post | deleted | author administrator: ok; others: 404
restore post | published | others: ok
restore post | deleted moved_deleted | author administrator: ok; others: 404
restore post | deleted_by_administrator | administrator: ok; author: 403; others: 404
restore post | draft | author: ok; others: 404
report post | published on_profile | author: 422; banned banned_moderator: 403; others: ok
report post | draft | author: 422; others: 404
report post | unpublished taken_down | author: 422; administrator: ok; others: 404
report post | deleted | others: 404
pin post | published | staff: ok; others: 403
pin post | on_profile | author administrator: ok; others: 403
pin post | moved | new_staff: ok; others: 403
pin post | draft | author: 403; others: 404
unpin post | published | staff: ok; others: 403
unpin post | deleted | others: 404
watch post | published comments_closed | others: ok
watch post | draft | author: ok; others: 404
watch post | deleted | others: 404
unwatch post | published | others: ok
react to post | published moved | author banned banned_moderator: 403; others: ok
react to post | draft | author: 403; others: 404
react to post | deleted | others: 404
comment | published on_profile moved | banned banned_moderator: 403; others: ok
comment | comments_closed in_closed_community | others: 403
comment | draft scheduled | author: 403; others: 404
comment | unpublished taken_down | author administrator: 403; others: 404
comment | waiting | author staff: 403; others: 404
comment | deleted | others: 404
read post | of_deleted | others: ok
read post | hidden_with_author | others: 404
list comments | of_deleted | others: ok
list comments | hidden_with_author | others: 404
open editor | hidden_with_author | others: 404
edit post | of_deleted | administrator: ok; others: 403
edit post | hidden_with_author | others: 404
unpublish post | of_deleted | staff: ok; others: 403
delete post | of_deleted | administrator: ok; others: 403
restore post | hidden_with_author | administrator: 403; others: 404
watch post | of_deleted | others: ok
react to post | of_deleted | banned banned_moderator: 403; others: ok
react to post | hidden_with_author | others: 404
comment | of_deleted | banned banned_moderator: 403; others: ok
comment | hidden_with_author | others: 404

read comment | of_deleted stub_of_deleted | others: ok
read comment | hidden_with_author stub_hidden_with_author | others: 404
read replies | stub_of_deleted stub_hidden_with_author | others: ok
read replies | hidden_with_author | others: 404
read history | hidden_with_author stub_hidden_with_author | others: 404
edit comment | of_deleted | administrator: ok; others: 403
delete comment | of_deleted | staff: ok; others: 403
restore comment | hidden_with_author | others: 404
restore comment | stub_hidden_with_author | others: 403
approve comment | hidden_with_author | others: 404
pin comment | of_deleted | author staff: ok; others: 403
react to comment | of_deleted | banned banned_moderator: 403; others: ok
react to comment | hidden_with_author | others: 404
read comment | published moved_published | others: ok
read comment | held | writer staff: ok; others: 404
read comment | moved_held | writer administrator: ok; others: 404
read comment | deleted_by_writer stub_by_writer | writer: ok; others: 404
read comment | moved_deleted_by_writer moved_stub_by_writer | writer: ok; others: 404
read comment | deleted_by_moderator stub_by_moderator | staff: ok; others: 404
read comment | moved_deleted_by_moderator moved_stub_by_moderator | administrator: ok; others: 404
read comment | late_published | others: ok
read comment | late_held | writer new_staff: ok; others: 404
read comment | late_deleted_by_moderator late_stub_by_moderator | new_staff: ok; others: 404
read comment | late_deleted_by_writer late_stub_by_writer | writer: ok; others: 404
read replies | published stub_by_writer stub_by_moderator moved_stub_by_writer | others: ok
read replies | held deleted_by_moderator | writer staff: ok; others: 404
read replies | moved_held moved_deleted_by_moderator | writer administrator: ok; others: 404
read replies | deleted_by_writer moved_deleted_by_writer | writer: ok; others: 404
read context | published stub_by_writer stub_by_moderator moved_stub_by_writer | others: ok
read context | held deleted_by_moderator | writer staff: ok; others: 404
read context | moved_held moved_deleted_by_moderator | writer administrator: ok; others: 404
read context | deleted_by_writer moved_deleted_by_writer | writer: ok; others: 404
read history | published held | writer staff: ok; others: 404
read history | deleted_by_moderator stub_by_moderator | writer staff: ok; others: 404
read history | moved_published moved_held | writer administrator: ok; others: 404
read history | moved_deleted_by_moderator | writer administrator: ok; others: 404
read history | deleted_by_writer stub_by_writer moved_deleted_by_writer | writer: ok; others: 404
read history | late_held late_deleted_by_moderator | writer new_staff: ok; others: 404
read history | late_deleted_by_writer late_stub_by_writer | writer: ok; others: 404
edit comment | published moved_published | writer administrator: ok; others: 403
edit comment | held | writer administrator: ok; moderator owner: 403; others: 404
edit comment | deleted_by_writer moved_deleted_by_writer | writer: 403; others: 404
edit comment | late_deleted_by_writer stub_by_writer | writer: 403; others: 404
edit comment | deleted_by_moderator | staff: 403; others: 404
delete comment | published | writer staff: ok; others: 403
delete comment | held deleted_by_moderator | writer staff: ok; others: 404
delete comment | stub_by_writer stub_by_moderator | writer staff: ok; others: 403
delete comment | deleted_by_writer moved_deleted_by_writer | writer: ok; others: 404
delete comment | moved_published moved_stub_by_moderator | writer administrator: ok; others: 403
delete comment | late_published | writer new_staff: ok; others: 403
delete comment | late_deleted_by_writer | writer: ok; others: 404
delete thread | published | writer staff: ok; others: 403
delete thread | stub_by_writer stub_by_moderator | staff: ok; others: 403
delete thread | moved_published | writer administrator: ok; others: 403
delete thread | moved_stub_by_writer | administrator: ok; others: 403
delete thread | deleted_by_writer moved_deleted_by_writer | writer: ok; others: 404
restore comment | published | banned banned_moderator: 403; others: ok
restore comment | held deleted_by_moderator | staff: ok; writer: 403; others: 404
restore comment | moved_held | administrator: ok; writer: 403; others: 404
restore comment | moved_deleted_by_moderator | administrator: ok; writer: 403; others: 404
restore comment | stub_by_moderator | staff: ok; others: 403
restore comment | moved_stub_by_moderator | administrator: ok; others: 403
restore comment | deleted_by_writer moved_deleted_by_writer | writer: ok; others: 404
restore comment | stub_by_writer moved_stub_by_writer | writer: ok; others: 403
restore comment | late_deleted_by_moderator | new_staff: ok; writer: 403; others: 404
restore comment | late_deleted_by_writer | writer: ok; others: 404
pin comment | published | author staff: ok; others: 403
pin comment | moved_published | author administrator: ok; others: 403
pin comment | late_published | new_staff: ok; others: 403
approve comment | published | staff: ok; others: 403
approve comment | held deleted_by_moderator | staff: ok; writer: 403; others: 404
approve comment | moved_held | administrator: ok; writer: 403; others: 404
approve comment | late_held | new_staff: ok; writer: 403; others: 404
approve comment | deleted_by_writer | writer: 403; others: 404
approve comment | stub_by_writer | others: 403
approve comment | stub_by_moderator | staff: ok; others: 403
hold comment | published | staff: ok; others: 403
hold comment | moved_published | administrator: ok; others: 403
hold comment | deleted_by_moderator | staff: 409; writer: 403; others: 404
read moderation | published held deleted_by_moderator | staff: ok; others: 404
read moderation | moved_published | administrator: ok; others: 404
pin comment | held | staff: 409; writer: 403; others: 404
pin comment | deleted_by_moderator | staff: 409; others: 404
unpin comment | published | author staff: ok; others: 403
unpin comment | moved_published | author administrator: ok; others: 403
report comment | published moved_published | writer: 422; banned banned_moderator: 403; others: ok
report comment | held | writer: 422; staff: ok; others: 404
report comment | deleted_by_writer | writer: 422; others: 404
report comment | deleted_by_moderator | staff: ok; others: 404
react to comment | published moved_published | writer banned banned_moderator: 403; others: ok
react to comment | held | writer staff: 403; others: 404
react to comment | deleted_by_writer | writer: 403; others: 404

read community | bread closed locked | others: ok
list members | bread closed | others: ok
list posts to review | bread closed | staff: ok; others: 403
edit community | bread closed | owner administrator: ok; others: 403
publish in community | bread elsewhere | banned banned_moderator: 403; others: ok
publish in community | members | member staff: ok; others: 403
publish in community | moderators | staff: ok; others: 403
publish in community | closed | banned banned_moderator: 403; others: 409
join community | bread | banned banned_moderator: 403; others: ok
join community | closed | banned banned_moderator: 403; others: 409
leave community | bread closed | owner: 409; others: ok
subscribe to community | bread closed | others: ok
appoint moderator | bread | owner administrator: ok; others: 403
remove moderator | bread | staff: ok; others: 403
transfer community | bread closed | owner administrator: ok; others: 403
close community | bread closed | owner administrator: ok; others: 403
reopen community | bread closed | owner administrator: ok; others: 403
reopen community | locked | administrator: ok; others: 403

dismiss setup checklist | new | administrator: ok; others: 403
"""


def parse_outcomes(text: str, *, is_public: bool) -> dict[str, str]:
    """Return the outcome of each role, in the order of `ROLES`."""
    named = {} if is_public else {"guest": "401", "deleted": "401"}
    rest = ""
    for part in text.split(";"):
        roles, _, outcome = part.partition(":")
        if roles.strip() == "others":
            rest = outcome.strip()
        else:
            names = chain(*(GROUPS.get(name, (name,)) for name in roles.split()))
            named |= dict.fromkeys(names, outcome.strip())
    assert rest
    assert named.keys() <= set(ROLES), text
    return {role: named.get(role, rest) for role in ROLES}


def list_rows() -> list[Row]:
    rows = []
    for line in filter(None, TABLE.strip().splitlines()):
        operation, states, outcomes = (part.strip() for part in line.split("|"))
        is_public = OPERATIONS[operation].is_public
        parsed = parse_outcomes(outcomes, is_public=is_public)
        rows += [Row(operation, state, parsed) for state in states.split()]
    return rows


ROWS = list_rows()
