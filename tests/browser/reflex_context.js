// The parts of Reflex's modules "$/utils/context" and "$/utils/context-registry" that assets/ui uses.
import { createContext } from "react";

export const ColorModeContext = createContext(/** @type {any} */ (null));
export const EventLoopContext = createContext([() => {}, []]);
