import { type ArgumentField, argumentFields } from "@sallyport/contract/argument-fields";
import type { JsonObject } from "@sallyport/contract/json";

/** An argument as it is shown: the items of a list of short texts stand beside each other, as the words of a command do. */
export type ShownField = ArgumentField | { kind: "words"; path: string; words: readonly string[] };

/** Every argument of a call in the order it came, nothing left out. */
export function shownFields(args: JsonObject): ShownField[] {
  const shown: ShownField[] = [];
  for (const field of argumentFields(args)) {
    const item = field.kind === "text" && !field.text.includes("\n") ? /^(.+)\[(\d+)\]$/.exec(field.path) : null;
    const last = shown.at(-1);
    if (field.kind !== "text" || item === null) shown.push(field);
    else if (last?.kind === "words" && last.path === item[1] && last.words.length === Number(item[2])) {
      shown[shown.length - 1] = { ...last, words: [...last.words, field.text] };
    } else if (item[2] === "0") shown.push({ kind: "words", path: item[1] ?? "", words: [field.text] });
    else shown.push(field);
  }
  return shown;
}
