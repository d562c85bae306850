// Saves a text automatically, in this browser almost immediately and on the server after a pause. After a lost
// connection or a crash, the text is sent again until the server has confirmed the latest version.
//
// Each version has a revision, a number that only increases. The server responds with the revision that it has stored.
// When that is the latest one, the copy in this browser is removed.
import { readDraft, removeDraft, saveDraft } from "../draft_storage.js";
import { Timers } from "../timers.js";

const SAVE_LOCALLY_AFTER = 250;
const SEND_AFTER = 800;
const SEND_AT_LEAST_EVERY = 5_000;
const RETRY_AFTER = 10_000;

/**
 * The unsaved copy of a text in this browser. `base` tells on which version of the server it is based, and `sentHash`
 * identifies the text that was sent last.
 * @typedef {{ markdown: string, revision: number, base: string, sentHash?: string }} Copy
 * @typedef {"saved" | "saving" | "offline" | "idle"} Status
 */

/** @type {Record<Status, Status>} */
export const STATUS = { saved: "saved", saving: "saving", offline: "offline", idle: "idle" };

/**
 * Chooses the text to open: the text from the server, or the unsaved copy in this browser. If the text on the server
 * has changed since the copy was made, returns the copy as `conflictingText`, so that the user can choose.
 * @param {string} documentKey
 * @param {string} serverText
 * @param {string} serverSavedAt
 * @returns {{ text: string, draft: Copy | null, conflictingText: string | null }}
 */
export function resolveInitialText(documentKey, serverText, serverSavedAt) {
  /** @type {Copy | null} */
  const draft = readDraft(documentKey);
  if (!draft || draft.markdown.trim() === serverText.trim()) {
    return { text: serverText, draft: null, conflictingText: null };
  }
  const isBasedOnServerText = draft.base === serverSavedAt || draft.sentHash === hashText(serverText);
  return isBasedOnServerText
    ? { text: draft.markdown, draft, conflictingText: null }
    : { text: serverText, draft: null, conflictingText: draft.markdown };
}

export class Autosave {
  #timers = new Timers();

  /**
   * @param {{
   *   documentKey: string,
   *   savedAt: string,
   *   draft: Copy | null,
   *   getText: () => string,
   *   send: (text: string, revision: number, documentKey: string) => void,
   *   onStatus: (status: Status) => void,
   * }} options
   */
  constructor({ documentKey, savedAt, draft, getText, send, onStatus }) {
    this.documentKey = documentKey;
    this.getText = getText;
    this.send = send;
    this.onStatus = onStatus;
    this.base = savedAt;
    this.text = getText();
    this.acknowledgedRevision = 0;
    this.revision = 0;
    this.sentHash = draft?.sentHash;
    this.isConnected = false;
    if (draft) this.#addRevision(this.text);
  }

  /**
   * Call this when the editor shows the text that the server stored at `savedAt`.
   * @param {string} savedAt
   */
  reset(savedAt) {
    this.base = savedAt;
    this.text = this.getText();
  }

  // True if the text has not been changed here since the document was opened.
  get isPristine() {
    return this.revision === 0 && this.getText() === this.text;
  }

  // Reading the text from the editor is slow, so it is read and compared only when the user pauses.
  handleChange() {
    this.#timers.schedule("save", SAVE_LOCALLY_AFTER, () => this.saveLocally());
  }

  saveLocally() {
    this.#timers.cancel("save");
    const text = this.getText();
    if (text !== this.text) this.#addRevision(text);
  }

  flush() {
    this.saveLocally();
    this.#sendLatest();
  }

  /** @param {boolean} isConnected */
  setConnected(isConnected) {
    this.isConnected = isConnected;
    if (!this.#isDirty) return;
    if (isConnected) this.#sendLatest();
    else this.onStatus(STATUS.offline);
  }

  /**
   * @param {number} revision
   * @param {string} savedAt
   */
  acknowledge(revision, savedAt) {
    this.acknowledgedRevision = Math.max(this.acknowledgedRevision, revision);
    this.base = savedAt;
    if (this.#isDirty || !this.revision) return;
    this.#timers.cancel("retry");
    removeDraft(this.documentKey);
    this.onStatus(STATUS.saved);
  }

  stop() {
    this.flush();
    this.#timers.cancelAll();
  }

  get #isDirty() {
    return this.revision > this.acknowledgedRevision;
  }

  /** @param {string} text */
  #addRevision(text) {
    this.text = text;
    this.revision = Math.max(Date.now(), this.revision + 1);
    this.#store();
    this.onStatus(this.isConnected ? STATUS.saving : STATUS.offline);
    this.#timers.schedule("send", SEND_AFTER, () => this.#sendLatest());
    if (!this.#timers.has("limit")) this.#timers.schedule("limit", SEND_AT_LEAST_EVERY, () => this.#sendLatest());
  }

  #sendLatest() {
    this.#timers.cancel("send", "limit", "retry");
    if (!this.#isDirty || !this.isConnected) return;
    this.sentHash = hashText(this.text);
    this.#store();
    this.send(this.text, this.revision, this.documentKey);
    this.#timers.schedule("retry", RETRY_AFTER, () => this.#sendLatest());
  }

  #store() {
    const { text: markdown, revision, base, sentHash } = this;
    saveDraft(this.documentKey, { markdown, revision, base, sentHash });
  }
}

/**
 * The hash is used to recognize a text that the server has stored although its response was lost.
 * @param {string} text
 */
function hashText(text) {
  let hash = 5381;
  for (const character of text.trim()) hash = (hash * 33 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `${text.trim().length}-${hash}`;
}
