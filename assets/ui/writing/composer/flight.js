// A message on its way: what went out and has no answer yet. It stays as it went, whatever is typed meanwhile.
//
// The server stores one message of an id. While there is no answer nobody knows whether it did, so the next try
// has the same id even with other words: if the first one had arrived after all, the server refuses the second,
// and its writer decides. Under an id of its own it would stand there twice, one of them half a thought.
// What is written after an answer is another message. Each try has a number, which the answer to it repeats.

export function newMessageId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The message to send now, after `before`, which was not answered; null where there is none. */
export function takeOff(written, before) {
  if (before && isSame(written, before)) return before;
  return { ...written, client_id: before?.client_id ?? newMessageId(), revision: (before?.revision ?? 0) + 1 };
}

/** Whether the server says this of it, and not of another try or of another composer's message. */
export const isAbout = (answer, flight) =>
  Boolean(flight) && answer?.client_id === flight.client_id && answer.revision === flight.revision;

/** What was written beyond the words that are stored. */
export function rest(text, stored) {
  const written = text.trim();
  const beyond = written.slice(stored.length);
  if (!written.startsWith(stored) || !/^\s/.test(beyond)) return written === stored ? "" : text;
  return text.trimStart().slice(stored.length).trimStart();
}

const isSame = (one, other) => one.text === other.text && one.media.join() === other.media.join();
