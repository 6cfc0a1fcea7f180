import { type ApprovalRecord, DECIDABLE_STATES } from "@sallyport/contract/approvals";
import { CommandFailure } from "../command-failure.ts";
import { idMeant, shortIds } from "../short-ids.ts";
import { span } from "../shown.ts";
import { openApprovalNews } from "./approval-news.ts";
import { DECISION_WORDS, missedWords } from "./decision-words.ts";
import { detailRows } from "./detail-rows.ts";
import { mountOf } from "./layout.ts";
import { SAFETY_WORDS, STATE_WORDS, standing } from "./state-words.ts";
import { textOf } from "./styled-line.ts";
import { COMMENT_LIMIT } from "./typing.ts";
import { visibleSpans } from "./visible-spans.ts";
import type { WatchDoor } from "./watch-door.ts";

const COMMANDS =
  "a ID allow once | d ID [reason] deny | s ID [reason] deny and stop the agent | e ID an hour more | u ID take back | l list | q quit";

/** What was not done, where it was no decision. */
const MISSED: Readonly<Record<string, string>> = { e: "not given more time", u: "not taken back" };

interface PlainWatchPowers {
  /** Lines that a person or a program types; its end ends the watch. */
  typed: AsyncIterable<string>;
  /** Prints text of one or more lines, in its visible form. */
  print(text: string): void;
}

/** The same triage in lines: each new call as a block, one command a line. For screen readers, pipes and plain terminals. */
export async function runPlainWatch(door: WatchDoor, { typed, print }: PlainWatchPowers): Promise<void> {
  const shown = new Map<string, ApprovalRecord>();
  const mine = new Set<string>();
  const short = (id: string) => shortIds([...shown.keys()])(id);
  let mounts = await door.mounts();

  const news = openApprovalNews(door, {
    asked: (record) => {
      shown.set(record.approval_id, record);
      print(block(record));
    },
    moved: (record) => {
      const id = record.approval_id;
      shown.set(id, record);
      // What was decided here was answered here; that it ran, or that its caller left, is news all the same.
      if (!mine.delete(id)) print(`${short(id)}: ${standsAs(record)}`);
    },
    failed: (words) => print(`not live: ${words}`),
  });

  function block(record: ApprovalRecord): string {
    const { approval_id: id, server, tool, safety, state, created_at, expires_at } = record;
    const times = `asked ${span(created_at, Date.now())} ago, ${span(Date.now(), expires_at)} left`;
    const what = textOf([...visibleSpans(server), { text: " > ", look: "plain" }, ...visibleSpans(tool)]);
    return [
      `CALL ${short(id)}: ${what} (${SAFETY_WORDS[safety]}; ${STATE_WORDS[state]}; ${times})`,
      ...detailRows(record, mountOf(record, mounts), Number.POSITIVE_INFINITY).map((line) => textOf(line).trimEnd()),
      `a ${short(id)} allows it once, d ${short(id)} denies it`,
      "",
    ].join("\n");
  }

  /** What there is to say to a line that was typed. */
  async function answerTo(line: string): Promise<string> {
    const [, letter = "", written = "", rest = ""] = /^\s*(\S*)\s*(\S*)\s*(.*?)\s*$/u.exec(line) ?? [];
    if (letter === "l") return list();
    if (!["a", "d", "s", "e", "u"].includes(letter)) return COMMANDS;
    if (written === "") return `say which: ${letter} ID; ${COMMANDS}`;
    const record = shown.get(idMeant(written, [...shown.keys()]));
    if (record === undefined) return `\`${written}\` is the id of nothing that was shown here; ${COMMANDS}`;
    if ([...rest].length > COMMENT_LIMIT) return `a reason has at most ${COMMENT_LIMIT} characters`;
    return decide(letter, record, rest);
  }

  async function decide(letter: string, { approval_id: id, name }: ApprovalRecord, reason: string): Promise<string> {
    mine.add(id);
    try {
      if (letter === "a") return `${short(id)}: allowed ${name}: ${DECISION_WORDS[await door.allow(id)]}`;
      if (letter === "e") {
        return `${short(id)}: more time for ${name}: ${DECISION_WORDS.extended(await door.extend(id), Date.now())}`;
      }
      if (letter === "u") {
        await door.takeBack(id);
        return `${short(id)}: took back ${name}: ${DECISION_WORDS.takenBack}`;
      }
      await door.deny(id, { reason, stop: letter === "s" });
      const leads = letter === "s" ? DECISION_WORDS.stopped(door.agent) : DECISION_WORDS.denied(reason);
      return `${short(id)}: denied ${name}: ${leads}`;
    } catch (error) {
      mine.delete(id);
      return `${short(id)}: ${MISSED[letter] ?? "not decided by you"}: ${missedWords(error, Date.now())}`;
    }
  }

  function list(): string {
    const waits = [...shown.values()].filter(({ state }) => DECIDABLE_STATES.includes(state));
    const rows = waits.map((record) => `${short(record.approval_id)}: ${record.name}, ${standsAs(record)}`);
    return rows.join("\n") || "nothing waits";
  }

  try {
    print(`agent ${door.agent}; ${COMMANDS}\n`);
    await news.settled();
    for await (const line of typed) {
      if (line.trim() === "q") return;
      if (line.trim() === "") continue;
      mounts = await door.mounts();
      print(await answerTo(line).catch(ambiguousId));
    }
  } finally {
    await news.settled();
    news.stop();
  }
}

/** A beginning that several ids have is no reason to end. */
function ambiguousId(error: unknown): string {
  if (error instanceof CommandFailure) return error.message;
  throw error;
}

function standsAs(record: ApprovalRecord): string {
  const now = Date.now();
  if (!DECIDABLE_STATES.includes(record.state)) return standing(record, now);
  return `${STATE_WORDS[record.state]}, ${span(now, record.expires_at)} left`;
}
