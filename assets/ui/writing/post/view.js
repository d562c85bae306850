// What the page shows of the desk: a new picture of it after each change.
import { AT_ONCE, isBlank, isDirty } from "./sitting.js";
import { beginning, firstPicture } from "./suggestions.js";

const INTRO_LIMIT = 500;
const WORDS = {
  offline: "Offline: kept in this browser",
  homeless: "Offline: keep this window open",
  saving: "Saving…",
  saved: "Saved",
  aside: "Saved, not shown to readers yet",
  waiting: "Kept in this browser until you update",
  stuck: "Not saved",
  idle: "",
};
const NO_FIELDS = { title: "", text: "", intro: "", cover: null, tags: [], community: null, comments_enabled: true };
const NO_PROBLEMS = { title: "", text: "", intro: "", cover: "", tags: "", community: "" };

export function look(sitting, isOpen) {
  const fields = sitting?.fields ?? NO_FIELDS;
  const status = sitting ? statusOf(sitting, isOpen) : "idle";
  return {
    ...fields,
    cover: fields.cover ?? "",
    community_id: fields.community?.id ?? 0,
    community_name: fields.community?.name ?? "",
    is_here: Boolean(sitting),
    document_key: sitting?.name ?? "",
    at: sitting?.at ?? 0,
    stamp: stampOf(fields.text),
    acknowledged: sitting?.acknowledged ?? 0,
    post_id: sitting?.post_id ?? 0,
    is_published: sitting?.status === "published",
    has_changes: Boolean(sitting && (sitting.has_changes || isWaiting(sitting))),
    status,
    words: WORDS[status],
    sentence: sitting?.sentence || sitting?.hint || "",
    problem: { ...NO_PROBLEMS, ...sitting?.problems },
    conflict: sitting?.conflict ?? "",
    is_open: isOpen,
    is_publishing: sitting?.wish === "publish",
    intro_left: INTRO_LIMIT - fields.intro.length,
    suggested_intro: beginning(fields.text),
    suggested_cover: firstPicture(fields.text),
  };
}

function statusOf(sitting, isOpen) {
  if (!isOpen) return sitting.is_kept ? "offline" : "homeless";
  if (sitting.conflict || sitting.sentence || sitting.stuck.size) return "stuck";
  if (isBlank(sitting)) return "idle";
  if (!sitting.is_own) return isDirty(sitting) ? "waiting" : "idle";
  if (sitting.flight || [...sitting.changed].some((name) => !waits(sitting, name))) return "saving";
  if (sitting.status !== "published") return sitting.is_saved ? "saved" : "idle";
  if (sitting.has_changes) return "aside";
  return isWaiting(sitting) ? "waiting" : "idle";
}

const waits = ({ status }, name) => status === "published" && AT_ONCE.includes(name);
const isWaiting = (sitting) => [...sitting.changed].some((name) => waits(sitting, name));

// The editor tells one text from another by this.
function stampOf(text) {
  let hash = 5381;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 33 + text.charCodeAt(at)) >>> 0;
  return `${text.length}-${hash}`;
}
