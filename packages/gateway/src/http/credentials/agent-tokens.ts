import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { agentId } from "@sallyport/contract/principals";
import { z } from "zod";
import { createPrivateFile, privateFolder, readPrivateFiles } from "./private-files.ts";
import { TokenRefused } from "./token-refused.ts";

/** How an agent's token begins, so that scanners of leaked secrets can know it. */
export const AGENT_TOKEN_PREFIX = "spa_";

const SECRET_BYTES = 32;

const tokenFile = z.object({
  agent: agentId,
  created_at: z.iso.datetime(),
  /** Null for one that lives until it is taken back. */
  expires_at: z.iso.datetime().nullable(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** An agent's token as it is kept: not the token, only what recognises it. */
export interface AgentTokenRecord {
  id: string;
  agent: string;
  created_at: string;
  expires_at: string | null;
}

interface KeptToken extends AgentTokenRecord {
  digest: Buffer;
}

/** The bearer tokens of automation, one file each: whoever carries one is that agent. */
export class AgentTokens {
  readonly #folder: string;
  readonly #now: () => number;
  #kept: KeptToken[] = [];

  /** `now` is in milliseconds since 1970. */
  constructor(folder: string, now: () => number) {
    this.#folder = privateFolder(folder);
    this.#now = now;
  }

  /** Makes a token. It is told here and never again. */
  create(agent: string, lifetimeSeconds: number | null): { token: string; record: AgentTokenRecord } {
    const token = `${AGENT_TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString("base64url")}`;
    const now = this.#now();
    const record = {
      id: randomBytes(4).toString("hex"),
      agent: agentId.parse(agent),
      created_at: new Date(now).toISOString(),
      expires_at: lifetimeSeconds === null ? null : new Date(now + lifetimeSeconds * 1_000).toISOString(),
    };
    const { id, ...file } = record;
    const text = JSON.stringify({ ...file, sha256: digestOf(token).toString("hex") });
    if (!createPrivateFile(this.#path(id), text)) return this.create(agent, lifetimeSeconds);
    return { token, record };
  }

  /** Every token that is not over, oldest first. */
  list(): AgentTokenRecord[] {
    return this.#read()
      .map(({ digest: _digest, ...record }) => record)
      .sort((left, right) => left.created_at.localeCompare(right.created_at));
  }

  /** Takes a token back, at once and in every process; false for an unknown id. */
  revoke(id: string): boolean {
    if (!this.list().some((record) => record.id === id)) return false;
    rmSync(this.#path(id), { force: true });
    return true;
  }

  /** Throws `TokenRefused`. Takes as long for a wrong token as for a right one. */
  read(token: string): AgentTokenRecord {
    const digest = digestOf(token);
    const kept = match(this.#kept, digest) ?? match(this.#read(), digest);
    if (kept === undefined || !this.isLive(kept)) throw new TokenRefused("the token is not valid here");
    const { digest: _digest, ...record } = kept;
    return record;
  }

  /** False once it was taken back or is over. */
  isLive({ id, expires_at }: AgentTokenRecord): boolean {
    if (expires_at !== null && Date.parse(expires_at) <= this.#now()) return false;
    return existsSync(this.#path(id));
  }

  #read(): KeptToken[] {
    this.#kept = readPrivateFiles(this.#folder, tokenFile).flatMap(({ name: id, value }) => {
      const { sha256, ...file } = value;
      const kept = { id, ...file, digest: Buffer.from(sha256, "hex") };
      return this.isLive(kept) ? [kept] : [];
    });
    return this.#kept;
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Looks at every one, whichever matches. */
function match(kept: readonly KeptToken[], digest: Buffer): KeptToken | undefined {
  let found: KeptToken | undefined;
  for (const token of kept) if (timingSafeEqual(token.digest, digest)) found = token;
  return found;
}
