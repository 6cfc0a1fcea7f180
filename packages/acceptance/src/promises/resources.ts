/** Reading and following through `resources`. */
export const RESOURCE_PROMISES = {
  R01: "A large resource is read in windows that never split a character; past its end there is nothing.",
  R02: "A resource too big to be carried is one error, and its server goes on.",
  R03: "A blob that says it is text is base64; a wrong window, an unknown server, URI, subscription or preset is one clear error.",
  R04: "A durable subscription comes back after its server crashed and after the gateway was killed.",
  R05: "A resource followed at the door and through `resources` is told once a change: its own URI at the child, the front's at the client.",
  R06: "A subscription whose server was taken away stays listed with its error, and follows the server when it is back.",
} as const;
