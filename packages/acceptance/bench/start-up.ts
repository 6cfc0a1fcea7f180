import { bin } from "../src/harness/bins.ts";
import { counted } from "./counts.ts";
import { median } from "./figures.ts";
import { atMost, type Part } from "./goals.ts";
import { CHILD, prepareGround } from "./ground.ts";
import { Pipe } from "./pipe.ts";

const SERVERS = ["policy-reader", "policy-proposer", "policy-approver", "loop"] as const;

/** From exec to the answer of `initialize`, of a gateway and of servers on their own; to the child's tool, of a gateway with its HTTP door open. */
export async function startUp(): Promise<Part> {
  using ground = prepareGround();
  const { environment, serve } = ground;
  const goals = [
    atMost("`sallyport serve, one child` answers initialize", await medianOf(() => initialized(serve())), 400, " ms"),
  ];
  for (const name of SERVERS) {
    const ms = await medianOf(() => initialized(new Pipe([process.execPath, bin(name)], environment)));
    goals.push(atMost(`\`sallyport-${name}\` answers initialize`, ms, 150, " ms"));
  }
  const child = await medianOf(() => listed(new Pipe(CHILD, environment)));
  const gateway = await medianOf(() => listed(serve({ SALLYPORT_HTTP: "0" })));
  const what = "`sallyport serve --http` has opened its door and lists its child's tool, less the child's own start";
  return { title: "Start-up", goals: [...goals, atMost(what, gateway - child, 400, " ms")] };
}

/** The first start fills the compile cache and is not counted. */
async function medianOf(start: () => Promise<number>): Promise<number> {
  await start();
  const samples: number[] = [];
  for (let count = counted(10); count > 0; count--) samples.push(await start());
  return median(samples);
}

async function initialized(pipe: Pipe): Promise<number> {
  const took = await pipe.initialize();
  await pipe.close();
  return took;
}

/** Milliseconds from exec to a list of tools; a gateway's first list waits for its child. */
async function listed(pipe: Pipe): Promise<number> {
  await pipe.initialize();
  await pipe.request("tools/list", {});
  const took = performance.now() - pipe.started;
  await pipe.close();
  return took;
}
