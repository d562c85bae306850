// The document that the server sent makes room for the live page, in the same frame as its first paint.
import { useLayoutEffect } from "react";

export function Handover({ ready }) {
  useLayoutEffect(() => {
    if (ready) document.querySelector("page-document")?.remove();
  }, [ready]);
  return null;
}
