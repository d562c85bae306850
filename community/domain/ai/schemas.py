from typing import Literal

from community.core.read_models import ReadModel

SummaryStatus = Literal["missing", "waiting", "writing", "done", "failed"]


class SummaryView(ReadModel):
    """The summary of a post for a reader with the feature.

    `html` is the part that is already written while `status` is `writing`. `error` is the reason
    for the reader if `status` is `failed`.
    """

    post_id: int
    status: SummaryStatus = "missing"
    html: str = ""
    error: str = ""


class QuestionView(ReadModel):
    """What has become of the latest question of the viewer. All fields are empty without one."""

    is_writing: bool = False
    is_held: bool = False
    error: str = ""  # the reason why the assistant does not answer
