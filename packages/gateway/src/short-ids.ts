import { EXIT } from "@sallyport/contract/exit-codes";
import { CommandFailure } from "./command-failure.ts";

/** Fewest characters of an id that stand for it: too many to guess, few enough to type. */
const LEAST = 8;
const KIND = /^(?:approval|proposal)-/;

/** Each of some ids as a person types it: without its kind, and only as long as tells it from the others. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const bare = ids.map(bareId);
  return (id) => {
    const whole = bareId(id);
    const isAlone = (length: number) => bare.filter((other) => other.startsWith(whole.slice(0, length))).length <= 1;
    let length = LEAST;
    while (length < whole.length && !isAlone(length)) length += 1;
    return whole.slice(0, length);
  };
}

/** The id that is meant by its beginning or the whole of it; what was written where none fits. Throws where several fit. */
export function idMeant(written: string, ids: readonly string[]): string {
  if (ids.includes(written)) return written;
  const start = bareId(written);
  const fitting = start.length < LEAST ? [] : ids.filter((id) => bareId(id).startsWith(start));
  if (fitting.length > 1) {
    throw new CommandFailure(EXIT.failed, `\`${written}\` is the beginning of ${fitting.length} ids; write more of it`);
  }
  return fitting[0] ?? written;
}

function bareId(id: string): string {
  return id.replace(KIND, "");
}
