import { randomUUID } from "node:crypto";

const PROCESS = randomUUID();
let minted = 0;

/** An id no other call has, on any gateway. Ids of one process sort as they were minted, which keeps their rows together on disk. */
export function mintCallId(): string {
  minted += 1;
  return `${PROCESS}-${minted.toString(36).padStart(9, "0")}`;
}
