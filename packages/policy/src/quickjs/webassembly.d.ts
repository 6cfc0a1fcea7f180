// What we use of WebAssembly: Node's own types name it only as far as its API needs it.
interface WasmInstance {
  readonly exports: Record<string, unknown>;
}
declare var WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => WebAssembly.Module;
  readonly Instance: new (module: WebAssembly.Module, imports: Record<string, Record<string, unknown>>) => WasmInstance;
  readonly RuntimeError: new (message?: string) => Error;
};
