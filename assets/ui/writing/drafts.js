// Texts that are being written, kept by this browser: they survive a reload, a lost connection and
// a crash of the server. Storage may be full or forbidden; writing goes on without it.
const PREFIX = "draft:";

export function readDraft(key) {
  try {
    const draft = JSON.parse(localStorage.getItem(PREFIX + key));
    return draft && typeof draft === "object" ? draft : null;
  } catch {
    return null;
  }
}

export function keepDraft(key, draft) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ ...draft, saved_at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // nothing was kept
  }
}
