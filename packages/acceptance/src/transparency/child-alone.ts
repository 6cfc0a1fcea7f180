import { type Answerer, type Params, RawClient } from "../harness/raw-client.ts";

/** Talks to a child with nothing between: what the gate is compared with. The caller closes it. */
export async function childAlone(
  child: { command: string; args: readonly string[] },
  options: { capabilities?: Params; answers?: Record<string, Answerer>; env?: Record<string, string> } = {},
): Promise<RawClient> {
  const { env, ...rest } = options;
  const client = new RawClient({ ...child, env: { PATH: process.env.PATH ?? "", ...env }, ...rest });
  await client.initialize();
  return client;
}
