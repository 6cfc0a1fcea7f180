import type { PrincipalKind } from "@sallyport/contract/principals";
import type { ChangeFeed, MountRecords } from "@sallyport/store";

/** Who reads, and whose servers. */
export interface CompositorMetaFace {
  principal: PrincipalKind;
  agent: string;
}

/** Eyes on what compositors wrote about their mounts. Nothing here can write, or reach a server. */
export interface CompositorMetaPowers {
  face: CompositorMetaFace;
  mounts: MountRecords;
  changes: ChangeFeed;
}
