/** What of a dispatcher of Node's own HTTP client this file uses. */
interface Dispatcher {
  dispatch(options: object, handler: unknown): boolean;
}

// The name under which Node's HTTP client keeps its dispatcher, the same in every version of it.
const GLOBAL_DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/** `fetch` without Node's 300 s limit on a silent response: a call may take as long as its own deadline says. */
export function patientFetch(url: string | URL, init: RequestInit | undefined): Promise<Response> {
  // Node takes `dispatcher` in `init`; the DOM's types do not have it.
  return fetch(url, { ...init, dispatcher: patient } as RequestInit);
}

const patient: Dispatcher = {
  dispatch(options, handler) {
    const dispatcher: unknown = Reflect.get(globalThis, GLOBAL_DISPATCHER);
    if (!isDispatcher(dispatcher)) throw new Error("this Node has no HTTP dispatcher to fetch with");
    return dispatcher.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler);
  },
};

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === "object" && value !== null && "dispatch" in value && typeof value.dispatch === "function";
}
