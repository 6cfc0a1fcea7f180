import { defineConfig } from "vite";
import { bundledLicences } from "./bundled-licences.ts";

/** The page as static files: one script, one style sheet, nothing inline and nothing from elsewhere. */
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  resolve: { conditions: ["@sallyport/source", "module", "browser", "import", "default"] },
  build: {
    outDir: "dist/page",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  plugins: [bundledLicences],
});
