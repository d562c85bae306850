// Every page loads this module. It is separate so that the pages without a chat do not load the chat.
import { useEffect } from "react";
import { useConnection } from "$/public/ui/writing/connection.js";
import { outbox } from "./outbox.js";

/** @import { Handlers } from "./server.js" */

/**
 * Sends the messages of the outbox, on every page, so that no message waits for the return to its chat.
 * @param {{ viewerId: number, onSend: Handlers["send"] }} props
 */
export function OutboxSender({ viewerId, onSend }) {
  const connection = useConnection();
  useEffect(() => {
    outbox.send = onSend;
  });
  useEffect(() => outbox.open(viewerId), [viewerId]);
  useEffect(() => outbox.setConnected(connection.isConnected), [connection]);
  return null;
}
