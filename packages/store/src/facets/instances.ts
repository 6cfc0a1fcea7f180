import type { PrincipalKind } from "@sallyport/contract/principals";

/** Which processes live on this store, so that what a dead one left can be told from what a live one still holds. */
export interface Instances {
  /** Registers this process and keeps its sign of life fresh until `close`. Answers its id, minted once. */
  enter(input: { agent: string; view: PrincipalKind }): Promise<string>;
  /** Signs that an instance lives, now. Rejects where the store cannot be written. */
  sign(id: string): Promise<void>;
  /** True while the instance's process lives: same host and boot by process id and start time, elsewhere by its last sign of life. */
  isAlive(id: string): Promise<boolean>;
}
