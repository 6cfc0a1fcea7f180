// What we use of WebAssembly: Node's own types name it only as far as its own API needs it.
declare var WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: Record<string, unknown> };
  readonly RuntimeError: new (message?: string) => Error;
};
