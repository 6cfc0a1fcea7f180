import { sequential } from "./calls.ts";
import { counted } from "./counts.ts";
import { openDoor } from "./door.ts";
import { percentile } from "./figures.ts";
import { atMost, type Part } from "./goals.ts";
import { prepareGround } from "./ground.ts";
import { HttpSession } from "./http-session.ts";

/** A gateway with its HTTP door open: its memory, `tools/list` at both doors, and sessions that nobody ends. */
export async function doorFigures(): Promise<Part> {
  using ground = prepareGround();
  const { stdio, url, agentToken } = await openDoor(ground);
  const http = new HttpSession(url, agentToken);
  await http.initialize();
  await http.request("tools/list", {});
  const loaded = stdio.residentMegabytes();

  const lists = counted(1_000);
  await sequential(counted(200), () => stdio.request("tools/list", {}));
  await sequential(counted(200), () => http.request("tools/list", {}));
  const overStdio = await sequential(lists, () => stdio.request("tools/list", {}));
  const overHttp = await sequential(lists, () => http.request("tools/list", {}));
  http.abandon();

  async function abandonSessions(count: number): Promise<number> {
    for (let made = 0; made < count; made++) {
      const session = new HttpSession(url, agentToken);
      await session.initialize();
      await session.listen();
      await session.request("tools/list", {});
      session.abandon();
    }
    return stdio.residentMegabytes();
  }
  // A young process takes more memory with whatever it does; what goes on growing after that is a leak.
  const before = await abandonSessions(counted(2_500));
  const abandoned = counted(1_000);
  const later = await abandonSessions(abandoned);
  await stdio.close();
  return {
    title: "The HTTP door",
    text: `${abandoned} HTTP sessions, after ${counted(2_500)} to warm up, were opened, listened, listed the tools and were gone without a word: the gateway had ${before.toFixed(0)} MB before and ${later.toFixed(0)} MB after.`,
    goals: [
      atMost("memory of the gateway, loaded, with its HTTP door open", loaded, 120, " MB"),
      atMost("`tools/list` p50 over stdio", percentile(overStdio, 0.5), 0.6, " ms"),
      atMost("`tools/list` p50 over HTTP", percentile(overHttp, 0.5), 0.6, " ms"),
      atMost("memory after 1,000 abandoned HTTP sessions, against before", later / before, 1.1, "x"),
    ],
  };
}
