import { PROMISES } from "./index.ts";
import type { Proof } from "./proofs.ts";

/** `docs/promises.md`: every promise with the tests that prove it. */
export function promisesPage(proofs: readonly Proof[]): string {
  const sections = Object.entries(PROMISES).map(([heading, promises]) => {
    const rows = Object.entries(promises).map(([id, sentence]) => {
      const files = new Set(proofs.filter((proof) => proof.id === id).map(({ file }) => `\`${file}\``));
      return `| ${id} | ${sentence} | ${[...files].join(", ")} |`;
    });
    return [`## ${heading}`, "", "| id | promise | proved in |", "| --- | --- | --- |", ...rows, ""].join("\n");
  });
  return [
    "# Promises",
    "",
    "Each is proved by tests of `packages/acceptance/src` on real processes; a test's title starts with the id.",
    "This page is generated: `pnpm acceptance promises -u` writes it, the same test fails when it is out of date.",
    "",
    ...sections,
  ].join("\n");
}
