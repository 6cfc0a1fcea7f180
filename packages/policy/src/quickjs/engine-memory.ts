import { ProgramFailure } from "./program-failure.ts";

/** A boxed value in the guest's memory. */
export type Pointer = number;

type Call = (...parameters: number[]) => number;

/** What we use of the WASM module that `quickjs-wasi` ships; its JavaScript wrapper reads errors by guest getters, so it is not used. */
export interface EngineExports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  __stack_pointer: { value: number };
  _initialize: Call;
  wasm_malloc: Call;
  wasm_free: Call;
  qjs_init2: Call;
  qjs_set_memory_limit: Call;
  qjs_set_max_stack_size: Call;
  qjs_set_interrupt_handler: Call;
  qjs_set_module_loader: Call;
  qjs_eval: Call;
  qjs_call: Call;
  qjs_new_string: Call;
  qjs_get_undefined: Call;
  qjs_get_exception: Call;
  qjs_get_prop_string: Call;
  qjs_get_prop_uint32: Call;
  qjs_get_own_property_keys: Call;
  qjs_get_own_property_descriptor: Call;
  qjs_has_own_property: Call;
  qjs_get_prototype_of: Call;
  qjs_get_string_len: Call;
  qjs_get_float64: Call;
  qjs_get_bool: Call;
  qjs_get_class_id: Call;
  qjs_is_exception: Call;
  qjs_is_proxy: Call;
  qjs_is_object: Call;
  qjs_is_array: Call;
  qjs_is_function: Call;
  qjs_is_error: Call;
  qjs_is_string: Call;
  qjs_is_number: Call;
  qjs_is_bool: Call;
  qjs_is_null: Call;
  qjs_is_undefined: Call;
  qjs_promise_state: Call;
  qjs_promise_result: Call;
  qjs_is_job_pending: Call;
  qjs_execute_pending_job: Call;
}

/** Copies text into the guest's memory. */
export function writeText(engine: EngineExports, text: string): { pointer: number; bytes: number } {
  const encoded = Buffer.from(text, "utf8");
  const pointer = engine.wasm_malloc(encoded.length + 1);
  if (pointer === 0) throw new ProgramFailure("memory", "the program left no memory for its input");
  const memory = new Uint8Array(engine.memory.buffer);
  memory.set(encoded, pointer);
  memory[pointer + encoded.length] = 0;
  return { pointer, bytes: encoded.length };
}

/** Lays pointers out as an argument list. */
export function writePointers(engine: EngineExports, pointers: readonly Pointer[]): Pointer {
  const start = engine.wasm_malloc(pointers.length * 4);
  if (start === 0) throw new ProgramFailure("memory", "the program left no memory for its input");
  const view = new DataView(engine.memory.buffer);
  pointers.forEach((pointer, index) => {
    view.setUint32(start + index * 4, pointer, true);
  });
  return start;
}

/** Reads a guest string; nothing of the guest runs. */
export function readString(engine: EngineExports, value: Pointer, limitBytes: number): string {
  const lengthAt = engine.wasm_malloc(4);
  const start = lengthAt === 0 ? 0 : engine.qjs_get_string_len(value, lengthAt);
  if (start === 0) throw new ProgramFailure("memory", "the program left no memory for its answer");
  const bytes = new DataView(engine.memory.buffer).getUint32(lengthAt, true);
  if (bytes > limitBytes) throw new ProgramFailure("too_large", `a string of ${bytes} bytes is too large`);
  return Buffer.from(engine.memory.buffer, start, bytes).toString("utf8");
}
