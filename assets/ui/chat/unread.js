// The number of unread conversations, beside the bell and in the title of the browser tab.
import { useLatestPush } from "$/public/ui/pushes.js";

/** Returns the number of conversations with unread messages. */
export const useUnreadChats = () => useLatestPush("unread_messages")?.chats ?? 0;
