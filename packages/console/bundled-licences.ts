import type { Plugin } from "vite";
// @boundaries-ignore the one place that knows which licences may be bundled
import { licencesOf } from "../../scripts/third-party-licences.ts";

/** Puts the licences of everything that went into the page beside it; fails the build where one is missing or not allowed. */
export const bundledLicences: Plugin = {
  name: "bundled-licences",
  apply: "build",
  generateBundle(_, bundle) {
    const outputs = Object.entries(bundle).flatMap(([file, chunk]) =>
      chunk.type === "chunk"
        ? [[file, { inputs: Object.fromEntries(Object.entries(chunk.modules).map(inputOf)) }] as const]
        : [],
    );
    const source = licencesOf({ outputs: Object.fromEntries(outputs) });
    if (source !== null) this.emitFile({ type: "asset", fileName: "THIRD-PARTY-LICENSES.txt", source });
  },
};

function inputOf([path, { renderedLength }]: [string, { renderedLength: number }]) {
  return [path, { bytesInOutput: renderedLength }] as const;
}
