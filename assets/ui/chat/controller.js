// Connects the chat of the page with the event handlers of the server, and announces new messages to screen readers.
import { createElement as el, useEffect } from "react";
import { useNavigate } from "react-router";
import { onPush } from "$/public/ui/pushes.js";
import { useKeyboardHeight } from "$/public/ui/writing/editor/keyboard_height.js";
import { server } from "./server.js";
import { useCurrentChat, useReading } from "./thread.js";

/**
 * @import { Handlers } from "./server.js"
 * @typedef {{ [Name in Exclude<keyof Handlers, "send"> as `on${Capitalize<Name>}`]: Handlers[Name] }} Events
 */

/** @param {Events & { className: string }} props */
export function ChatController({ className, ...events }) {
  const { announcement, chatId } = useCurrentChat();
  const navigate = useNavigate();
  useReading();
  useKeyboardHeight();
  // The viewer has left the chat, or may no longer read it.
  useEffect(() => onPush("chat_removed", ({ chat_id }) => chat_id === chatId && navigate("/m")), [chatId]);
  useEffect(() => {
    const handlers = Object.entries(events).map(([name, handler]) => [name[2].toLowerCase() + name.slice(3), handler]);
    Object.assign(server, Object.fromEntries(handlers));
  });
  return el("p", { role: "status", className }, announcement);
}
