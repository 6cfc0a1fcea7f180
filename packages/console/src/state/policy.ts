import {
  type PolicyVersion,
  type PolicyVersionList,
  policyVersion,
  policyVersionList,
} from "@sallyport/contract/policies";
import { approveProposal, listModes, rejectProposal, setMode, setPolicy } from "@sallyport/contract/policy-approver";
import { type ProposalList, type ProposalPage, proposalList, proposalPage } from "@sallyport/contract/proposals";
import { URIS } from "@sallyport/contract/uris";
import type { z } from "zod";
import type { Link } from "../mcp/link.ts";
import { onFront, readPage } from "../mcp/pages.ts";
import { callTool } from "../mcp/tools.ts";
import { type Watched, watched } from "./watched.ts";

export type Mode = z.infer<typeof listModes.output>["modes"][number];
type VersionSummary = PolicyVersionList["versions"][number];
type ModeId = Mode["id"];

/** The program that decides, those before it, and those an agent would like. */
export interface Policy {
  /** Newest first; the first is in force. */
  readonly versions: Watched<readonly VersionSummary[]>;
  /** Asked for when somebody looks: it is a call, and on record. */
  modes(): Promise<readonly Mode[]>;
  readonly proposals: Watched<ProposalList["proposals"]>;
  version(version: number): Promise<PolicyVersion>;
  proposal(id: string): Watched<ProposalPage>;
  /** The rest reject with `Fault`, `RpcError` or `LinkError`, and resolve when it is durable. */
  goBack(version: number): Promise<unknown>;
  setMode(id: ModeId): Promise<unknown>;
  /** `review` is the token of the page that was read. */
  approve(id: string, review: string, comment: string): Promise<unknown>;
  reject(id: string, reason: string): Promise<unknown>;
}

const READER = "policy_reader";
const APPROVER = "policy_approver";
const versionsUri = onFront(READER, URIS.policyVersions);
const proposalsUri = onFront(READER, URIS.proposals);

export function openPolicy(link: Link): Policy {
  return {
    versions: watched(
      async () => (await readPage(link, versionsUri, policyVersionList)).versions,
      (changed) => link.watch(versionsUri, changed),
    ),
    modes: async () => (await callTool(link, APPROVER, listModes, {})).modes,
    proposals: watched(
      async () => (await readPage(link, proposalsUri, proposalList)).proposals,
      (changed) => link.watch(proposalsUri, changed),
    ),
    version: (version) => readPage(link, onFront(READER, URIS.policyVersion(version)), policyVersion),
    proposal(id) {
      const uri = onFront(READER, URIS.proposal(id));
      return watched(
        () => readPage(link, uri, proposalPage),
        (changed) => link.watch(uri, changed),
      );
    },
    goBack: (version) => callTool(link, APPROVER, setPolicy, { version }),
    setMode: (id) => callTool(link, APPROVER, setMode, { id }),
    approve: (id, review, comment) =>
      callTool(link, APPROVER, approveProposal, { id, review, ...(comment !== "" && { comment }) }),
    reject: (id, reason) => callTool(link, APPROVER, rejectProposal, { id, reason }),
  };
}
