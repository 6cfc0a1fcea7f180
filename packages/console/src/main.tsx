// First, and apart, or the schemas are made before it.
import "./no-made-code.ts";

import { render } from "preact";
import { App } from "./app.tsx";
import { openConsole } from "./open-console.ts";
import { ConsoleProvider } from "./state/console.ts";
import "./style/index.css";

const root = document.getElementById("app");
if (root !== null) {
  render(
    <ConsoleProvider value={openConsole(window)}>
      <App />
    </ConsoleProvider>,
    root,
  );
}
