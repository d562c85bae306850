// Modules that Reflex and Vite provide.
declare module "$/utils/context" {
  /** `[addEvents, connectErrors]`. The list of errors is empty while the WebSocket is connected. */
  export const EventLoopContext: import("react").Context<[unknown, unknown[]]>;
}

declare module "$/utils/context-registry" {
  export const ColorModeContext: import("react").Context<{
    rawColorMode: "light" | "dark" | "system";
    resolvedColorMode: "light" | "dark";
    setColorMode: (mode: "light" | "dark" | "system") => void;
    toggleColorMode: () => void;
  }>;
}

declare module "*.css";
