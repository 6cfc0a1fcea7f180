/** One principal cannot see or do another's things. */
export const ISOLATION_PROMISES = {
  I01: "Two agents on one store cannot see each other's proposals.",
  I02: "Two agents on one store cannot see each other's approvals, nor use them.",
  I03: "Two agents on one store have a chat each.",
  I04: "Two agents on one store, and an agent and its person, have subscriptions and presets of their own.",
  I05: "Two agents on one store cannot see what servers the other attaches.",
  I06: "Of two agents on one store the one is stopped and the other goes on.",
  I07: "A gateway run as another user than its agent's is closed to that user in all but its door; its person still decides.",
  I08: "Whoever takes the port of a gateway that ended, and is asked there by its page that is still open, gets nothing that opens a door.",
  I09: "What they left in the person's browser at that address is not met by the next login.",
} as const;
