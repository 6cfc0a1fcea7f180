import { type EngineExports, type Pointer, writePointers, writeText } from "./engine-memory.ts";
import { readPlain } from "./plain-values.ts";
import { ProgramFailure } from "./program-failure.ts";
import { readThrown } from "./thrown-values.ts";

const MEMORY_LIMIT_BYTES = 32 * 1024 * 1024;
/** Room in the memory image for inputs of everyday size: past it WASM memory grows, and only a new instance is small again. */
const HEAP_HEADROOM_BYTES = 512 * 1024;
const STACK_LIMIT_BYTES = 512 * 1024;
/** How often the engine may ask whether to go on; about 250 ms of plain loops. */
const FUEL_POLLS = 5000;
const MODULE_EVALUATION = 1;
/** Everything but weak references (they show the garbage collector) and `performance` (it shows a clock). */
const INTRINSICS = 0xffffffff & ~(1 << 9) & ~(1 << 10);
/** All a program ever sees of time: 2000-01-01T00:00:00Z. It also seeds `Math.random`. */
const FIXED_CLOCK_NS = 946_684_800_000n * 1_000_000n;
const BAD_FILE_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;
const ANSWER_LIMITS = { bytes: 16 * 1024, depth: 8 };
const TESTS_LIMITS = { bytes: 1024 * 1024, depth: 64 };

/** Both are evaluated before the program, so it cannot put its own `JSON.parse` or `stack` under the gate's feet. */
const ENTRY = `(() => {
  const parse = JSON.parse;
  return (decide, text) => {
    const input = parse(text);
    return decide({ name: input.name, arguments: input.arguments }, input.context);
  };
})()`;
const STACK_GETTER = `Object.getOwnPropertyDescriptor(Error.prototype, "stack").get`;

/** One program in one QuickJS instance whose memory is put back before every decision. */
export class Guest {
  readonly #module: object;
  #engine: EngineExports;
  #image: Uint8Array<ArrayBuffer>;
  #memoryBytes: number;
  #stackPointer: number;
  #entry: Pointer = 0;
  #stackGetter: Pointer = 0;
  #decide: Pointer = 0;
  #namespace: Pointer = 0;
  #polls = 0;
  #deadline = 0;
  #interrupted = false;
  #damaged = false;

  /** Throws `ProgramFailure` (`program`) where the JavaScript does not load within `timeoutMs`. */
  constructor(module: object, javascript: string, timeoutMs: number) {
    this.#module = module;
    this.#engine = this.#instantiate();
    const engine = this.#engine;
    engine._initialize();
    if (engine.qjs_init2(INTRINSICS) !== 0) throw new ProgramFailure("unavailable", "QuickJS did not start");
    engine.wasm_free(engine.wasm_malloc(HEAP_HEADROOM_BYTES));
    engine.qjs_set_memory_limit(MEMORY_LIMIT_BYTES);
    engine.qjs_set_max_stack_size(STACK_LIMIT_BYTES);
    engine.qjs_set_interrupt_handler(1);
    engine.qjs_set_module_loader(1);
    this.#limit("program", timeoutMs, () => {
      this.#entry = this.#evaluate(ENTRY, "gate", 0);
      this.#stackGetter = this.#evaluate(STACK_GETTER, "gate", 0);
      this.#load(javascript);
    });
    this.#stackPointer = engine.__stack_pointer.value;
    this.#memoryBytes = engine.memory.buffer.byteLength;
    this.#image = new Uint8Array(engine.memory.buffer, this.#stackPointer).slice();
  }

  /** `export const tests` as plain data; undefined where there is none. */
  tests(): unknown {
    const engine = this.#engine;
    const tests = engine.qjs_get_prop_string(this.#namespace, writeText(engine, "tests").pointer);
    if (engine.qjs_is_exception(tests)) throw new ProgramFailure("program", "`tests` cannot be read");
    try {
      return readPlain(engine, tests, TESTS_LIMITS);
    } catch (error) {
      if (!(error instanceof ProgramFailure)) throw error;
      throw new ProgramFailure("program", `\`tests\` must be plain data: ${error.message}`);
    }
  }

  /** One decision on JSON text, from the state right after loading. Answers JSON text or throws `ProgramFailure`. */
  decide(input: string, timeoutMs: number): string {
    this.#restore();
    const answer = this.#limit("threw", timeoutMs, () => {
      const engine = this.#engine;
      const text = writeText(engine, input);
      const parameters = writePointers(engine, [this.#decide, engine.qjs_new_string(text.pointer, text.bytes)]);
      const result = engine.qjs_call(this.#entry, engine.qjs_get_undefined(), 2, parameters);
      if (engine.qjs_is_exception(result)) this.#throw("threw", "the policy threw");
      return readPlain(engine, result, ANSWER_LIMITS);
    });
    if (answer === undefined) throw new ProgramFailure("bad_answer", "the policy returned undefined");
    return JSON.stringify(answer);
  }

  #load(javascript: string): void {
    const engine = this.#engine;
    const loading = this.#evaluate(javascript, "policy", MODULE_EVALUATION);
    while (engine.qjs_is_job_pending()) {
      if (engine.qjs_execute_pending_job() < 0) this.#throw("program", "the policy threw while loading");
    }
    const state = engine.qjs_promise_state(loading);
    if (state === 0)
      throw new ProgramFailure("program", "a policy loads at once: `await` has no place at its top level");
    this.#namespace = engine.qjs_promise_result(loading);
    if (state === 2) this.#throw("program", "the policy threw while loading", this.#namespace);
    this.#decide = engine.qjs_get_prop_string(this.#namespace, writeText(engine, "default").pointer);
    if (engine.qjs_is_exception(this.#decide) || !engine.qjs_is_function(this.#decide)) {
      throw new ProgramFailure("program", "a policy must `export default function decide(call, context)`");
    }
  }

  #evaluate(code: string, name: string, flags: number): Pointer {
    const engine = this.#engine;
    const source = writeText(engine, code);
    const result = engine.qjs_eval(source.pointer, source.bytes, writeText(engine, name).pointer, flags);
    if (engine.qjs_is_exception(result)) this.#throw("program", "");
    return result;
  }

  #throw(kind: "threw" | "program", prefix: string, thrown = this.#engine.qjs_get_exception()): never {
    const { message, at } = readThrown(this.#engine, thrown, this.#stackGetter);
    if (message.includes("could not normalize module")) throw new ProgramFailure(kind, "a policy has no imports", at);
    const outOfMemory = kind === "threw" && message === "InternalError: out of memory";
    throw new ProgramFailure(outOfMemory ? "memory" : kind, prefix === "" ? message : `${prefix}: ${message}`, at);
  }

  /** Runs a step of the guest under fuel and a deadline, which the program cannot catch. */
  #limit<T>(during: "threw" | "program", timeoutMs: number, step: () => T): T {
    this.#polls = 0;
    this.#interrupted = false;
    this.#deadline = processorMs() + timeoutMs;
    try {
      const result = step();
      if (this.#interrupted || processorMs() > this.#deadline) throw tooSlow(timeoutMs);
      return result;
    } catch (error) {
      if (this.#interrupted) throw tooSlow(timeoutMs);
      if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
      this.#damaged = true;
      throw new ProgramFailure(during, "the policy broke its interpreter (nested too deep, or out of memory)");
    }
  }

  #restore(): void {
    // WASM memory never shrinks and a trap may leave anything behind: then only a new instance is the old state.
    if (this.#damaged || this.#engine.memory.buffer.byteLength !== this.#memoryBytes) {
      this.#engine = this.#instantiate();
      const missing = this.#memoryBytes - this.#engine.memory.buffer.byteLength;
      if (missing > 0) this.#engine.memory.grow(missing / 65536);
      this.#damaged = false;
    }
    // The stack grows down from here and nothing is on it between calls: below there is nothing to put back.
    const memory = new Uint8Array(this.#engine.memory.buffer);
    memory.fill(0, 0, this.#stackPointer);
    memory.set(this.#image, this.#stackPointer);
    this.#engine.__stack_pointer.value = this.#stackPointer;
  }

  #instantiate(): EngineExports {
    let engine: EngineExports | undefined;
    const memory = () => {
      if (engine === undefined) throw new ProgramFailure("unavailable", "QuickJS called out before it was ready");
      return engine.memory.buffer;
    };
    const instance = new WebAssembly.Instance(this.#module, {
      env: {
        host_call: () => 0,
        host_interrupt: () => {
          this.#polls += 1;
          this.#interrupted ||= this.#polls > FUEL_POLLS || processorMs() > this.#deadline;
          return this.#interrupted ? 1 : 0;
        },
        host_promise_rejection: () => undefined,
        host_module_normalize: () => 0,
        host_module_load: () => 0,
        host_get_timezone_offset: () => 0,
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_clock: number, _precision: bigint, at: number) => {
          new DataView(memory()).setBigUint64(at, FIXED_CLOCK_NS, true);
          return 0;
        },
        random_get: (at: number, bytes: number) => {
          new Uint8Array(memory(), at, bytes).fill(0);
          return 0;
        },
        // The engine's own diagnostics must not reach stdout: that pipe carries answers.
        fd_write: () => BAD_FILE_DESCRIPTOR,
        fd_fdstat_get: () => BAD_FILE_DESCRIPTOR,
        fd_close: () => NOT_SUPPORTED,
        fd_seek: () => NOT_SUPPORTED,
      },
    });
    // The module's exports are fixed by the exact version of `quickjs-wasi` this package depends on.
    engine = instance.exports as unknown as EngineExports;
    return engine;
  }
}

/** Processor time, so that a busy machine does not make a program slow; the watchdog outside goes by the clock on the wall. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const tooSlow = (timeoutMs: number) =>
  new ProgramFailure("timeout", `the policy did not answer within ${timeoutMs} ms or ${FUEL_POLLS} units of fuel`);
