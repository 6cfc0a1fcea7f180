import { defineConfig, type Options } from "tsup";
import { thirdPartyLicences } from "./scripts/third-party-licences.ts";

/** One build shape for every package: ESM for Node, third-party devDependencies bundled, workspace packages external. */
export function packageBuild(entry: string[], overrides: Options = {}) {
  return defineConfig({
    entry,
    format: "esm",
    platform: "node",
    target: "node22",
    outDir: "dist",
    clean: true,
    dts: false,
    splitting: true,
    sourcemap: false,
    // `node:sqlite` has no name without its prefix.
    removeNodeProtocol: false,
    esbuildPlugins: [thirdPartyLicences],
    ...overrides,
  });
}
