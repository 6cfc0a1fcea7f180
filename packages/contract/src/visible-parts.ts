import { lookAlikes } from "./look-alikes.ts";
import { visibleLine } from "./visible-text.ts";

/**
 * A piece of a line as it is shown. `token` stands for what would hide or deceive and says what it is; `space` marks
 * those that trail, `tab` every one.
 */
export type VisiblePart =
  | { kind: "text"; text: string }
  | { kind: "token"; text: string; meaning: string }
  | { kind: "space"; count: number }
  | { kind: "tab"; count: number };

/** So many spaces or tabs in a row push what follows out of sight; they are counted instead. */
const PADDING = 32;

const PLAIN = /^(?!.* $)(?!.* {32})[ -~]*$/;

/** One line (without its line feed), with everything hidden, padded or deceptive in it visible. */
export function visibleParts(line: string): VisiblePart[] {
  if (line === "") return [];
  if (PLAIN.test(line)) return [{ kind: "text", text: line }];
  const deceptive = lookAlikes(line);
  const trailing = line.length - (/[ \t]+$/.exec(line)?.[0].length ?? 0);
  const parts: VisiblePart[] = [];
  for (let at = 0; at < line.length; ) {
    const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
    const like = deceptive.get(at);
    const count = like === undefined ? runLength(line, at, character) : 1;
    const part = like === undefined ? runPart(character, count, at >= trailing) : lookAlikePart(character, like);
    const last = parts.at(-1);
    if (last?.kind === "text" && part.kind === "text") last.text += part.text;
    else parts.push(part);
    at += character.length * count;
  }
  return parts;
}

/** As {@link visibleParts}, for where text alone is shown: tokens in their place, a tab as one too. */
export function visiblePlain(line: string): string {
  return visibleParts(line).map(plainPart).join("");
}

function plainPart(part: VisiblePart): string {
  switch (part.kind) {
    case "text":
    case "token":
      return part.text;
    case "space":
      return " ".repeat(part.count);
    case "tab":
      return visibleLine("\t").repeat(part.count);
  }
}

function runLength(line: string, start: number, character: string): number {
  let count = 1;
  while (line.startsWith(character, start + count * character.length)) count += 1;
  return count;
}

function runPart(character: string, count: number, trails: boolean): VisiblePart {
  if (character === " " || character === "\t") {
    const what = character === " " ? "space" : "tab";
    if (count >= PADDING) return { kind: "token", text: `⟦${count} ${what}s⟧`, meaning: "padding" };
    if (what === "tab" || trails) return { kind: what, count };
    return { kind: "text", text: character.repeat(count) };
  }
  const times = count > 1 ? `×${count}` : "";
  const shown = visibleLine(character);
  if (shown !== character) return { kind: "token", text: shown + times, meaning: "hidden character" };
  if (/\p{Zs}/u.test(character)) {
    return { kind: "token", text: `⟦${codePoint(character)}⟧${times}`, meaning: "unusual space" };
  }
  return { kind: "text", text: character.repeat(count) };
}

function lookAlikePart(character: string, like: string): VisiblePart {
  return { kind: "token", text: `⟦${character} ${codePoint(character)}⟧`, meaning: `looks like ${like}` };
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
