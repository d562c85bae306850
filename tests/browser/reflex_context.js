// The part of Reflex's module "$/utils/context" that assets/ui uses.
import { createContext } from "react";

export const EventLoopContext = createContext([() => {}, []]);
