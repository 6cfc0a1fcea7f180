import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { jsonObject } from "@sallyport/contract/json";
import { z } from "zod";
import { createPrivateFile, privateFolder, readPrivateFiles } from "./private-files.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A key signs for so long, and verifies for as long again: no token of a person lives longer. */
export const KEY_SIGNS_MS = 30 * DAY_MS;
const KEY_LIVES_MS = 2 * KEY_SIGNS_MS;

export interface SigningKey {
  id: string;
  createdAt: number;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const keyFile = z.object({ created_at: z.iso.datetime(), private_key: jsonObject });

/** The keys that sign what a person carries: one file each, made when one is needed, gone when nothing it signed can be valid. */
export class SigningKeys {
  readonly #folder: string;
  readonly #now: () => number;
  #keys = new Map<string, SigningKey>();

  /** `now` is in milliseconds since 1970. */
  constructor(folder: string, now: () => number) {
    this.#folder = privateFolder(folder);
    this.#now = now;
    this.#read();
  }

  /** The key to sign with. Two processes may make one each at the same moment: both are valid. */
  current(): SigningKey {
    this.#read();
    const newest = [...this.#keys.values()].sort((left, right) => right.createdAt - left.createdAt)[0];
    if (newest !== undefined && this.#now() - newest.createdAt < KEY_SIGNS_MS) return newest;
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const file = {
      created_at: new Date(this.#now()).toISOString(),
      private_key: privateKey.export({ format: "jwk" }),
    };
    createPrivateFile(join(this.#folder, `${randomBytes(8).toString("hex")}.json`), JSON.stringify(file));
    return this.current();
  }

  /** A key to verify with, also one that another process has just made. */
  find(id: string): SigningKey | undefined {
    if (!this.#keys.has(id)) this.#read();
    const key = this.#keys.get(id);
    return key !== undefined && this.#isAlive(key) ? key : undefined;
  }

  #read(): void {
    const keys = new Map<string, SigningKey>();
    for (const { name, value } of readPrivateFiles(this.#folder, keyFile)) {
      const key = this.#keys.get(name) ?? readKey(name, value);
      if (this.#isAlive(key)) keys.set(name, key);
      else rmSync(join(this.#folder, `${name}.json`), { force: true });
    }
    this.#keys = keys;
  }

  #isAlive(key: SigningKey): boolean {
    return this.#now() - key.createdAt < KEY_LIVES_MS;
  }
}

function readKey(id: string, file: z.infer<typeof keyFile>): SigningKey {
  const privateKey = createPrivateKey({ key: file.private_key, format: "jwk" });
  return { id, createdAt: Date.parse(file.created_at), privateKey, publicKey: createPublicKey(privateKey) };
}
