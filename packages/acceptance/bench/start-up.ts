import { median } from "./figures.ts";
import { Pipe } from "./pipe.ts";
import { bin } from "./ways.ts";

const SERVERS = ["policy-reader", "policy-proposer", "policy-approver", "loop"] as const;

/** Milliseconds from exec to the answer of `initialize`, median of so many starts; the first start fills the compile cache and is not counted. */
export async function measureStarts(
  environment: Record<string, string>,
  gateway: () => Pipe,
  starts: number,
): Promise<{ name: string; ms: number }[]> {
  const openings: [string, () => Pipe][] = [
    ["sallyport serve, one child", gateway],
    ...SERVERS.map((name): [string, () => Pipe] => [
      `sallyport-${name}`,
      () => new Pipe([process.execPath, bin(name)], environment),
    ]),
  ];
  const figures: { name: string; ms: number }[] = [];
  for (const [name, open] of openings) {
    const samples: number[] = [];
    for (let start = 0; start <= starts; start++) {
      const pipe = open();
      samples.push(await pipe.initialize());
      await pipe.close();
    }
    figures.push({ name, ms: median(samples.slice(1)) });
  }
  return figures;
}
