import { CALL_COLUMNS, type CallFigures, callCells, callRound, medianRound } from "./calls.ts";
import { counted } from "./counts.ts";
import { openDoor } from "./door.ts";
import { atLeast, atMost, type Part } from "./goals.ts";
import { prepareGround } from "./ground.ts";
import { HttpSession } from "./http-session.ts";
import { table } from "./table.ts";

const ROUNDS = 5;

/** The gated call at one gateway's two doors. */
export async function httpCalls(): Promise<Part> {
  using ground = prepareGround();
  ground.sallyport("modes", "set", "open");
  const { stdio, url, agentToken } = await openDoor(ground);
  const http = new HttpSession(url, agentToken);
  await http.initialize();
  const stdioRounds: CallFigures[] = [];
  const httpRounds: CallFigures[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const counts = { sequential: counted(2_000), concurrent: counted(10_000) };
    stdioRounds.push(await callRound(stdio, "echo_echo", counts));
    httpRounds.push(await callRound(http, "echo_echo", counts));
  }
  http.abandon();
  await stdio.close();

  const [overStdio, overHttp] = [medianRound(stdioRounds.slice(1)), medianRound(httpRounds.slice(1))];
  return {
    title: "HTTP",
    text: [
      "The same gated call at one gateway's two doors; over HTTP with the agent's token, each answer on a stream of its own.",
      table(
        ["door", ...CALL_COLUMNS, "against stdio (p50)"],
        [
          ["stdio", ...callCells(overStdio), "1.00x"],
          ["HTTP", ...callCells(overHttp), `${(overHttp.p50 / overStdio.p50).toFixed(2)}x`],
        ],
      ),
    ].join("\n\n"),
    goals: [
      atMost("gated call over HTTP p50", overHttp.p50, 0.36, " ms"),
      atLeast("gated calls over HTTP per second at 32 in flight", overHttp.perSecond, 8_000, "/s"),
    ],
  };
}
