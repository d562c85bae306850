// One sitting at the desk: a post from the moment when its page is opened until it is left.
import { newMessageId } from "../composer/flight.js";
import { nameOf } from "./copies.js";

const EMPTY = { title: "", text: "", intro: "", cover: null, tags: [], community: null, comments_enabled: true };
export const FIELDS = Object.keys(EMPTY);
// No draft of a published post holds these: they wait here until its readers get the rest.
export const AT_ONCE = ["community", "comments_enabled"];

// `draft` is what the server stores, null for a new post; `copy` what this browser kept of it.
export function sitDown({ key, owner, is_own, draft, chosen, copy, at }) {
  const clientId = draft?.client_id ?? copy?.client_id ?? newMessageId();
  const stored = draft ? pick(draft, FIELDS) : { community: chosen ?? null };
  return {
    key,
    owner,
    is_own,
    at,
    name: nameOf(owner, draft ? (draft.client_id ?? draft.id) : clientId),
    client_id: clientId,
    post_id: draft?.id ?? null,
    // Of what the server stored without being heard, the browser knows only that it was the first.
    base: copy ? (copy.base ?? (draft ? 1 : null)) : (draft?.version ?? null),
    status: draft?.status ?? "draft",
    has_changes: draft?.has_unpublished_changes ?? false,
    fields: { ...EMPTY, ...stored, ...copy?.fields },
    // A community that the address asks for goes with the first words.
    changed: new Set(copy?.changed ?? (!draft && chosen ? ["community"] : [])),
    // What was about to be published is only stored: publishing is decided with open eyes.
    flight: copy?.flight ? { ...copy.flight, act: "save" } : null,
    revision: 0,
    acknowledged: 0,
    wish: "",
    problems: {},
    stuck: new Set(),
    sentence: "",
    hint: "",
    conflict: "",
    awaits: false,
    is_saved: Boolean(draft),
    is_kept: true,
  };
}

export const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));

export const isDirty = ({ flight, changed }) => Boolean(flight || changed.size);

// A visit that left no word: nothing is stored of it.
export function isBlank({ post_id, fields }) {
  const { title, text, intro, cover, tags } = fields;
  return post_id === null && !(title.trim() || text.trim() || intro.trim() || cover || tags.length);
}

// Which changes are sent now.
export function due({ changed, stuck, status, wish }) {
  if (wish) return [...changed];
  const waiting = status === "published" ? AT_ONCE : [];
  return [...changed].filter((name) => !waiting.includes(name) && !stuck.has(name));
}
