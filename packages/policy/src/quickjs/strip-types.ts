import { createRequire } from "node:module";
import { ProgramFailure } from "./program-failure.ts";

/**
 * TypeScript to JavaScript by blanking the types, so that every line and column stays. One hostile source can poison
 * the stripper for the rest of its process: call it only in a process that is thrown away afterwards.
 */
export function stripTypes(source: string, stripperPath: string): string {
  // The package is CommonJS without types for its one function we call.
  const amaro = createRequire(import.meta.url)(stripperPath) as {
    transformSync(source: string, options: { mode: "strip-only"; filename: string }): { code: string };
  };
  try {
    return amaro.transformSync(source, { mode: "strip-only", filename: "policy.ts" }).code;
  } catch (error) {
    const line = ownProperty(error, "startLine");
    const column = ownProperty(error, "startColumn");
    throw new ProgramFailure("program", String(ownProperty(error, "message") ?? error), {
      ...(typeof line === "number" ? { line } : {}),
      ...(typeof column === "number" ? { column: column + 1 } : {}),
    });
  }
}

const ownProperty = (thrown: unknown, name: string): unknown =>
  typeof thrown === "object" && thrown !== null ? Object.getOwnPropertyDescriptor(thrown, name)?.value : undefined;
