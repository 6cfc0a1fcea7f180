/** One principal cannot see or do another's things. */
export const ISOLATION_PROMISES = {
  I01: "Two agents on one store cannot see each other's proposals.",
  I02: "Two agents on one store cannot see each other's approvals, nor use them.",
} as const;
