/** What a crash, a race or a broken store may not do. */
export const DURABILITY_PROMISES = {
  D01: "After a kill -9 every pending approval is there with the same id, digest and deadline.",
  D02: "Killed at random points, the gateway runs no approved call twice.",
  D03: "Many processes racing for one approval: one wins. A read-then-write claim fails the same race.",
  D04: "When the gateway stops no child is left, not even one that ignores the end of stdin and SIGTERM, nor its grandchildren.",
  D05: "Fail closed: store read-only, locked, full, not a database, policy missing or corrupt, evaluator killed: nothing is dispatched.",
  D06: "The counter counts: the fixture sees a call that is dispatched.",
} as const;
