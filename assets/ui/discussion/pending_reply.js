// Opens the form for the reply or comment that the viewer began to write before they signed in.
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { findAction, forgetAction } from "$/public/ui/pending_action.js";
import { currentDiscussion, openForm, runAfterPaint } from "./thread.js";

export function usePendingReply() {
  const navigate = useNavigate();
  const { viewer, firstPage } = currentDiscussion();
  useEffect(() => {
    if (!firstPage || viewer.reply_action !== "form") return;
    const reply = findAction("reply");
    if (reply) openReplyForm(Number(reply.target), navigate);
    else if (findAction("comment")) focusCommentForm();
  }, [viewer, firstPage]);
}

/**
 * If the page does not contain the comment, for example because it was loaded with "More comments", opens its thread.
 * @param {number} id
 * @param {ReturnType<typeof useNavigate>} navigate
 */
function openReplyForm(id, navigate) {
  const discussion = currentDiscussion();
  if (!discussion.comments.has(id)) {
    if (discussion.firstPage?.focus_id) forgetAction();
    else navigate({ search: `?comment=${id}`, hash: "comments" }, { replace: true });
    return;
  }
  forgetAction();
  openForm(id, "reply");
  runAfterPaint(() => document.querySelector(`#comment-${id} form`)?.scrollIntoView({ block: "center" }));
}

function focusCommentForm() {
  forgetAction();
  runAfterPaint(() => {
    const field = document.querySelector("#comments form textarea");
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "center" });
  });
}
