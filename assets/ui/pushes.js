// Receives pushes: messages that the server sends to open pages. The Reflex client calls `receivePush` for each push,
// in the order in which the server sent them (`community/reflex_adapter/build_plugins/pushes.py`).
import { useSyncExternalStore } from "react";

/** @type {Map<string, Set<(data: any) => void>>} */
const handlers = new Map();
/** @type {Map<string, unknown>} */
const latest = new Map();

/**
 * Call a function with the data of each push of a type. A function that is registered twice is called once.
 * @template {keyof PushData} T
 * @param {T} type
 * @param {(data: PushData[T]) => void} handler
 * @returns {() => void} Removes the handler, so that an effect can return it.
 */
export function onPush(type, handler) {
  const registered = handlers.get(type) ?? new Set();
  handlers.set(type, registered.add(handler));
  return () => void registered.delete(handler);
}

/**
 * Returns the data of the latest push of a type, or undefined before the first.
 * @template {keyof PushData} T
 * @param {T} type
 * @returns {PushData[T] | undefined}
 */
export function useLatestPush(type) {
  return useSyncExternalStore(
    (listener) => onPush(type, listener),
    () => /** @type {PushData[T] | undefined} */ (latest.get(type)),
    () => undefined,
  );
}

/** Returns the number of unseen notifications of the viewer. */
export const useUnseenCount = () => useLatestPush("unseen_count")?.unseen_count ?? 0;

/** Returns the number of conversations with unread messages. */
export const useUnreadChats = () => useLatestPush("unread_messages")?.chats ?? 0;

/** Returns the number of conversations that wait for the viewer to accept them. */
export const useMessageRequests = () => useLatestPush("unread_messages")?.requests ?? 0;

/**
 * Returns the current reaction counts of a post. `loaded` contains the counts that came with the post.
 * @param {number} postId
 * @param {ReactionCount[]} loaded
 */
export function usePostReactions(postId, loaded) {
  const push = useLatestPush("post_reactions");
  return push?.post_id === postId ? push.reactions : loaded;
}

/**
 * Pass a push to its handlers. An error in one handler does not keep the push from the others.
 * @template {keyof PushData} T
 * @param {{ type: T, data: PushData[T] }} push
 */
export function receivePush({ type, data }) {
  latest.set(type, data);
  for (const handler of [...(handlers.get(type) ?? [])]) {
    try {
      handler(data);
    } catch (error) {
      reportError(error);
    }
  }
}
