// Saves a text without being asked: in this browser at once, at the server a little later, and
// again after a lost connection or a crash until the server has said that it has the newest words.
//
// Each version has a revision, a number that only grows. The server repeats the revision that it
// has stored; only then the copy in this browser is given up.
import { forgetDraft, keepDraft, readDraft } from "../drafts.js";

const KEEP_AFTER = 250;
const SEND_AFTER = 800;
const SEND_AT_LEAST_EVERY = 5_000;
const RETRY_AFTER = 10_000;

export const STATUS = { saved: "saved", saving: "saving", offline: "offline", idle: "idle" };

// Which text to begin with: the server's, or what this browser kept because the server never
// acknowledged it. Only when somebody saved elsewhere meanwhile must the writer choose.
export function chooseText(documentKey, serverText, serverSavedAt) {
  const draft = readDraft(documentKey);
  if (!draft || draft.markdown.trim() === serverText.trim()) {
    return { text: serverText, draft: null, other: null };
  }
  const isBasedOnServer = draft.base === serverSavedAt || draft.sent === fingerprint(serverText);
  return isBasedOnServer
    ? { text: draft.markdown, draft, other: null }
    : { text: serverText, draft: null, other: draft.markdown };
}

export class DraftKeeper {
  constructor({ documentKey, savedAt, draft, read, send, show }) {
    Object.assign(this, { documentKey, read, send, show });
    this.begin(savedAt);
    this.acknowledged = 0;
    this.revision = 0;
    this.sent = draft?.sent;
    this.open = false;
    this.timers = {};
    if (draft) this.#note(this.text);
  }

  // What stands in the editor now is what the server had at that time.
  begin(savedAt) {
    this.base = savedAt;
    this.text = this.read();
  }

  // Whether nothing was written here since the document was opened.
  get isUntouched() {
    return this.revision === 0 && this.read() === this.text;
  }

  // The text may have changed; it is read and compared only when the writer pauses.
  changed() {
    this.#later("keep", KEEP_AFTER, () => this.keep());
  }

  keep() {
    this.#cancel("keep");
    const text = this.read();
    if (text !== this.text) this.#note(text);
  }

  flush() {
    this.keep();
    this.#send();
  }

  connected(open) {
    this.open = open;
    if (!this.#isDirty) return;
    if (open) this.#send();
    else this.show(STATUS.offline);
  }

  acknowledge(revision, savedAt) {
    this.acknowledged = Math.max(this.acknowledged, revision);
    this.base = savedAt;
    if (this.#isDirty || !this.revision) return;
    this.#cancel("retry");
    forgetDraft(this.documentKey);
    this.show(STATUS.saved);
  }

  stop() {
    this.flush();
    for (const name of Object.keys(this.timers)) this.#cancel(name);
  }

  get #isDirty() {
    return this.revision > this.acknowledged;
  }

  #note(text) {
    this.text = text;
    this.revision = Math.max(Date.now(), this.revision + 1);
    this.#store();
    this.show(this.open ? STATUS.saving : STATUS.offline);
    this.#later("send", SEND_AFTER, () => this.#send());
    if (!this.timers.limit) this.#later("limit", SEND_AT_LEAST_EVERY, () => this.#send());
  }

  #send() {
    for (const name of ["send", "limit", "retry"]) this.#cancel(name);
    if (!this.#isDirty || !this.open) return;
    this.sent = fingerprint(this.text);
    this.#store();
    this.send(this.text, this.revision, this.documentKey);
    this.#later("retry", RETRY_AFTER, () => this.#send());
  }

  #store() {
    const { text: markdown, revision, base, sent } = this;
    keepDraft(this.documentKey, { markdown, revision, base, sent });
  }

  #later(name, delay, act) {
    this.#cancel(name);
    this.timers[name] = setTimeout(() => {
      delete this.timers[name];
      act();
    }, delay);
  }

  #cancel(name) {
    clearTimeout(this.timers[name]);
    delete this.timers[name];
  }
}

// Enough to recognise our own words when the server has them but its answer was lost.
function fingerprint(text) {
  let hash = 5381;
  for (const character of text.trim()) hash = (hash * 33 + character.codePointAt(0)) >>> 0;
  return `${text.trim().length}-${hash}`;
}
