import { render } from "preact";
import { z } from "zod";
import { App } from "./app.tsx";
import { openConsole } from "./open-console.ts";
import { ConsoleProvider } from "./state/console.ts";
import "./style/index.css";

// The page's own rules forbid code made from text, and trying it would be reported.
z.config({ jitless: true });

const root = document.getElementById("app");
if (root !== null) {
  render(
    <ConsoleProvider value={openConsole(window)}>
      <App />
    </ConsoleProvider>,
    root,
  );
}
