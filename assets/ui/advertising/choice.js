// Chooses the advertisement that a place of a page shows. The server puts this script into the pages that it renders
// (`ssr/http/advertisements.py`), so it imports nothing, and has no comments within lines.

/**
 * What the choice depends on. `PlacedAdvertisement` describes the fields.
 * @typedef {"id" | "weight" | "every_nth" | "cap_per_day" | "is_house" | "devices"} CandidateField
 * @typedef {Pick<PlacedAdvertisement, CandidateField>} Candidate
 *
 * A page view. `chosen` contains the ids of the advertisements by place and position.
 * @typedef {{ id: string, chosen: Record<string, number> }} PageView
 */

const STORAGE_KEY = "advertisements";

/** @returns {PageView} */
export function createPageView(chosen = {}) {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return {
    id: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
    chosen,
  };
}

/**
 * Returns how often this tab has seen each advertisement today, in UTC.
 * @returns {Record<string, number>}
 */
export function readSeen() {
  try {
    const { day, counts } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "");
    return day === new Date().toISOString().slice(0, 10) ? counts : {};
  } catch {
    return {};
  }
}

/** @param {number} id */
export function rememberSeen(id) {
  const counts = readSeen();
  counts[id] = (counts[id] ?? 0) + 1;
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ day: new Date().toISOString().slice(0, 10), counts }));
  } catch {
    return;
  }
}

function getDevice() {
  if (innerWidth < 640) return "phone";
  return innerWidth < 1024 ? "tablet" : "desktop";
}

/**
 * Returns the position at which the place last showed the advertisement before this one, or 0.
 * @param {PageView} view
 * @param {string} place
 * @param {number} position
 * @param {number} id
 */
function findLastPosition(view, place, position, id) {
  const positions = Object.entries(view.chosen)
    .filter(([key, chosenId]) => chosenId === id && key.startsWith(`${place} `))
    .map(([key]) => Number(key.split(" ")[1]));
  return Math.max(0, ...positions.filter((other) => other < position));
}

/**
 * @param {Candidate[]} candidates
 * @returns {Candidate | undefined}
 */
function draw(candidates) {
  let rest = Math.random() * candidates.reduce((sum, { weight }) => sum + weight, 0);
  return candidates.find(({ weight }) => (rest -= weight) < 0) ?? candidates[0];
}

/**
 * Returns the advertisement that a place shows, by weight. It stays the same during a page view.
 * @template {Candidate} T
 * @param {readonly T[]} candidates
 * @param {string} place
 * @param {number} position The number of posts or discussions before it. 0 in places that do not repeat.
 * @param {PageView} view
 * @returns {T | null}
 */
export function choose(candidates, place, position, view) {
  const key = `${place} ${position}`;
  const known = candidates.find(({ id }) => id === view.chosen[key]);
  if (known) return known;
  const seen = readSeen();
  const fitting = candidates.filter(
    ({ id, devices, cap_per_day, every_nth }) =>
      (!devices.length || devices.includes(getDevice())) &&
      (!cap_per_day || (seen[id] ?? 0) < cap_per_day) &&
      position - findLastPosition(view, place, position, id) >= every_nth,
  );
  const paid = fitting.filter(({ is_house }) => !is_house);
  const chosen = /** @type {T | undefined} */ (draw(paid.length ? paid : fitting));
  if (chosen) view.chosen[key] = chosen.id;
  return chosen ?? null;
}

/**
 * Returns after how many posts or discussions a place repeats. 0 if it does not.
 * @param {readonly Candidate[]} candidates
 */
export const getInterval = (candidates) => Math.min(...candidates.map(({ every_nth }) => every_nth));

/**
 * Reads what the server wrote into `data-rule`.
 * @param {HTMLElement} element
 * @returns {Candidate}
 */
function readCandidate({ dataset }) {
  const [weight, every_nth, cap_per_day, house, ...devices] = (dataset.rule ?? "").split(" ");
  return {
    id: Number(dataset.ad),
    weight: Number(weight),
    every_nth: Number(every_nth),
    cap_per_day: Number(cap_per_day),
    is_house: house === "1",
    devices: /** @type {Candidate["devices"]} */ (devices),
  };
}

/**
 * Shows one of the advertisements in an element that the server rendered, before the browser paints it.
 * @param {HTMLElement} slot The last one of its place so far.
 */
export function showOne(slot) {
  const view = (window.advertisementView ??= createPageView());
  const place = slot.dataset.place ?? "";
  const elements = /** @type {HTMLElement[]} */ ([...slot.children]);
  const candidates = elements.map(readCandidate);
  const number = document.querySelectorAll(`[data-place="${place}"]`).length;
  const chosen = choose(candidates, place, number * getInterval(candidates), view);
  elements.forEach((element, index) => {
    element.hidden = candidates[index] !== chosen;
    const link = /** @type {HTMLAnchorElement} */ (element.querySelector("a"));
    link.href += `&view=${view.id}`;
  });
}
