// What was written and is not stored yet, kept by this browser: one copy for each post and window.
// Storage may be full or forbidden; then writing goes on without it, and the page says so.
const PREFIX = "manuscript:";

export const nameOf = (owner, id) => `${owner}:${String(id).replaceAll("-", "")}`;

export function keepCopy(name, copy) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ ...copy, kept_at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function forgetCopy(name) {
  try {
    localStorage.removeItem(keyOf(name));
  } catch {
    // nothing was kept
  }
}

// The copy of this window; else the newest of another one, which has been closed since: it moves here.
export const takeCopy = (name) => take((each) => each.name === name);

// The newest post that this person began here and the server has never heard of.
export const takeUnheard = (owner) =>
  take((each) => each.name.startsWith(`${owner}:`) && each.copy.post_id === null);

function take(isWanted) {
  const found = all().filter(isWanted);
  found.sort((one, other) => isMine(other) - isMine(one) || other.copy.kept_at - one.copy.kept_at);
  const [chosen] = found;
  if (!chosen) return null;
  if (!isMine(chosen)) {
    localStorage.removeItem(chosen.key);
    keepCopy(chosen.name, chosen.copy);
  }
  return chosen.copy;
}

function all() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => {
        const copy = JSON.parse(localStorage.getItem(key));
        return { key, copy, name: key.slice(PREFIX.length, key.lastIndexOf(":")) };
      })
      .filter(({ copy }) => Array.isArray(copy?.changed));
  } catch {
    return [];
  }
}

const isMine = ({ key, name }) => key === keyOf(name);
const keyOf = (name) => `${PREFIX}${name}:${thisWindow()}`;

// A window keeps its name through reloads.
function thisWindow() {
  thisWindow.name ??= sessionStorage.getItem("window") ?? Math.random().toString(36).slice(2);
  sessionStorage.setItem("window", thisWindow.name);
  return thisWindow.name;
}
