import { type EngineExports, type Pointer, readString, writeText } from "./engine-memory.ts";
import { ProgramFailure } from "./program-failure.ts";

/** How much plain data may come out of a program at once. */
export interface PlainLimits {
  bytes: number;
  depth: number;
}

/**
 * Reads a guest value as plain data through own property descriptors, so that no getter, `toJSON` or proxy of the
 * guest runs. Anything that is not plain data is a `bad_answer`; `undefined` in an object counts as left out.
 */
export function readPlain(engine: EngineExports, value: Pointer, limits: PlainLimits): unknown {
  let left = limits.bytes;
  const spend = (bytes: number) => {
    left -= bytes;
    if (left < 0) throw new ProgramFailure("too_large", `more than ${limits.bytes} bytes`);
  };
  const read = (at: Pointer, depth: number): unknown => {
    spend(2);
    if (engine.qjs_is_string(at)) {
      const text = readString(engine, at, left);
      spend(Buffer.byteLength(text));
      return text;
    }
    if (engine.qjs_is_null(at)) return null;
    if (engine.qjs_is_bool(at)) return engine.qjs_get_bool(at) !== 0;
    if (engine.qjs_is_number(at)) return finite(engine.qjs_get_float64(at));
    if (engine.qjs_is_undefined(at)) return undefined;
    if (!engine.qjs_is_object(at)) throw notPlain("a symbol or bigint");
    if (engine.qjs_is_proxy(at)) throw notPlain("a proxy");
    if (engine.qjs_is_function(at)) throw notPlain("a function");
    if (engine.qjs_promise_state(at) >= 0) throw notPlain("a promise (a policy answers at once)");
    if (depth === 0) throw new ProgramFailure("too_large", `data nested more than ${limits.depth} deep`);
    if (engine.qjs_is_array(at)) return readArray(at, depth - 1);
    if (engine.qjs_get_class_id(at) !== PLAIN_OBJECT_CLASS) throw notPlain("an object of a built-in class");
    return readObject(at, depth - 1);
  };
  const readArray = (at: Pointer, depth: number) => {
    const length = engine.qjs_get_float64(ownData(engine, at, "length") ?? engine.qjs_get_undefined());
    spend(length);
    return Array.from({ length }, (_, index) => {
      const item = ownData(engine, at, String(index));
      const plain = item === undefined ? undefined : read(item, depth);
      if (plain === undefined) throw notPlain("an array with a hole");
      return plain;
    });
  };
  const readObject = (at: Pointer, depth: number) => {
    const object: Record<string, unknown> = Object.create(null);
    for (const key of ownKeys(engine, at, spend)) {
      const property = ownData(engine, at, key);
      const plain = property === undefined ? undefined : read(property, depth);
      if (plain !== undefined) object[key] = plain;
    }
    return object;
  };
  return read(value, limits.depth);
}

const PLAIN_OBJECT_CLASS = 1;

const notPlain = (what: string) => new ProgramFailure("bad_answer", `not plain data: ${what}`);

function finite(number: number): number {
  if (!Number.isFinite(number)) throw notPlain(`the number ${number}`);
  return number;
}

function ownKeys(engine: EngineExports, object: Pointer, spend: (bytes: number) => void): string[] {
  const keys = engine.qjs_get_own_property_keys(object);
  if (engine.qjs_is_exception(keys)) throw new ProgramFailure("memory", "the program left no memory for its answer");
  const length = engine.qjs_get_float64(engine.qjs_get_prop_string(keys, writeText(engine, "length").pointer));
  spend(length * 2);
  return Array.from({ length }, (_, index) => {
    const key = engine.qjs_get_prop_uint32(keys, index);
    if (!engine.qjs_is_string(key)) throw notPlain("a property named by a symbol");
    const text = readString(engine, key, 1024);
    spend(text.length);
    return text;
  });
}

/** An own data property of an object that is not a proxy; undefined where there is none. Throws `bad_answer` for an accessor. */
export function ownData(engine: EngineExports, object: Pointer, key: string): Pointer | undefined {
  const name = writeText(engine, key);
  const descriptor = engine.qjs_get_own_property_descriptor(object, engine.qjs_new_string(name.pointer, name.bytes));
  if (descriptor === 0 || engine.qjs_is_exception(descriptor)) return undefined;
  const value = writeText(engine, "value").pointer;
  if (engine.qjs_has_own_property(descriptor, value) !== 1) throw notPlain("a property with a getter");
  return engine.qjs_get_prop_string(descriptor, value);
}
