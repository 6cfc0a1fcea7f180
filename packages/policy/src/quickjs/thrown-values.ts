import { type EngineExports, type Pointer, readString } from "./engine-memory.ts";
import { ownData } from "./plain-values.ts";
import { ProgramFailure } from "./program-failure.ts";

const MESSAGE_BYTES = 4096;

export interface Thrown {
  message: string;
  at: { line?: number; column?: number };
}

/** What a program threw, read without running anything of it; line and column where the engine noted them. */
export function readThrown(engine: EngineExports, thrown: Pointer, stackGetter: Pointer): Thrown {
  if (engine.qjs_is_string(thrown)) return { message: readString(engine, thrown, MESSAGE_BYTES), at: {} };
  if (!engine.qjs_is_error(thrown)) return { message: "a value that is not an error", at: {} };
  const name = ownText(engine, engine.qjs_get_prototype_of(thrown), "name");
  const message = ownText(engine, thrown, "message") ?? "no message";
  const [, line, column] = /policy:(\d+):(\d+)/.exec(stackOf(engine, thrown, stackGetter)) ?? [];
  return {
    message: name === undefined || name === "Error" ? message : `${name}: ${message}`,
    at: line === undefined || column === undefined ? {} : { line: Number(line), column: Number(column) },
  };
}

function ownText(engine: EngineExports, object: Pointer, key: string): string | undefined {
  if (!engine.qjs_is_object(object) || engine.qjs_is_proxy(object)) return undefined;
  try {
    const value = ownData(engine, object, key);
    return value !== undefined && engine.qjs_is_string(value) ? readString(engine, value, MESSAGE_BYTES) : undefined;
  } catch (error) {
    // A getter or an enormous text in place of the message: there is nothing to say about it.
    if (error instanceof ProgramFailure) return undefined;
    throw error;
  }
}

function stackOf(engine: EngineExports, thrown: Pointer, stackGetter: Pointer): string {
  const stack = engine.qjs_call(stackGetter, thrown, 0, 0);
  return engine.qjs_is_string(stack) ? readString(engine, stack, 64 * 1024) : "";
}
