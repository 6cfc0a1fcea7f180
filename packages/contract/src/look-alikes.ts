/** Letters of other scripts that pass for an ASCII letter, in pairs: the look-alike, then what it looks like. */
const LETTER_PAIRS =
  "аaеeоoрpсcхxуyіiјjѕsһhԁdԛqԝwьbгrкkмmнhтtвbзeАAВBЕEКKМMНHОOРPСCТTХXУYІIЈJЅSԌGԚQԜWЗ3ҮYӀlӏlαaνvοoρpιiκkτtυuχxγyωwηnΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϲcϳjհhոnսuօoցgզqѵvǀlıiȷjɑaɡgɩiꞮIᎪAᏴBᏟCᎬEᎻHᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏙVᎳWᏃZ";

/** Punctuation that passes for what a shell, a path or a program reads. */
const PUNCTUATION_PAIRS =
  "∕/⁄/⧸/／/∖\\＼\\⧵\\\u037e;；;꞉:∶:：:․.．.｜|∣|＆&＄$＞>＜<｀`ˋ`‘'’'“\"”\"＂\"＇'′'″\"ʹ'ʼ'（(）)＝=＊*？?！!～~＃#％%＠@＋+，,";

/** They pass for a hyphen where an option would start. */
const DASHES = /[‐‑‒–—―−－﹣]/u;

const letters = pairsOf(LETTER_PAIRS);
const punctuation = pairsOf(PUNCTUATION_PAIRS);
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff00-\uffef]/u;
const LETTER = /\p{L}/u;
const LATIN = /\p{sc=Latin}/u;

/** Where a line has characters that pass for others: position in UTF-16 units -> what it looks like. */
export function lookAlikes(line: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (isAscii(line)) return found;
  for (const match of line.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) markWord(match[0], match.index, line, found);
  for (const match of line.matchAll(/[^\p{L}\p{M}\p{N}_\s]/gu)) markPunctuation(match[0], match.index, line, found);
  return found;
}

/** Words that mix Latin letters with those of a script that has look-alikes of them, each once. */
export function mixedScriptWords(text: string): string[] {
  if (isAscii(text)) return [];
  const words = text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  return [...new Set(words.filter(mixesScripts))];
}

function markWord(word: string, start: number, line: string, found: Map<number, string>): void {
  if (isAscii(word)) return;
  const suspicious = mixesScripts(word) || (passesWhole(word) && /[A-Za-z]/.test(line));
  let at = start;
  for (const letter of word) {
    const like = styledAscii(letter) ?? (suspicious && !isAscii(letter) ? letters.get(letter) : undefined);
    if (like !== undefined) found.set(at, like);
    at += letter.length;
  }
}

function markPunctuation(mark: string, at: number, line: string, found: Map<number, string>): void {
  const before = line.slice(0, at).at(-1) ?? " ";
  const after = line.charAt(at + mark.length) || " ";
  if (DASHES.test(mark)) {
    if (/\s/.test(before) && /\S/.test(after)) found.set(at, "-");
    return;
  }
  const like = punctuation.get(mark);
  if (like === undefined) return;
  const isApostrophe = mark === "’" && LETTER.test(before) && LETTER.test(after);
  if (!isApostrophe && !EAST_ASIAN.test(before) && !EAST_ASIAN.test(after)) found.set(at, like);
}

const mixesScripts = (word: string) =>
  LATIN.test(word) && /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}]/u.test(word);

const passesWhole = (word: string) => [...word].every((letter) => !LETTER.test(letter) || letters.has(letter));

/** Full-width, mathematical and circled letters are ASCII in another dress. */
function styledAscii(letter: string): string | undefined {
  if (isAscii(letter)) return undefined;
  const plain = letter.normalize("NFKC");
  return /^[A-Za-z0-9]$/.test(plain) && !/[ªº²³¹]/.test(letter) ? plain : undefined;
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  return /^[\x00-\x7f]*$/.test(text);
}

function pairsOf(text: string): ReadonlyMap<string, string> {
  const characters = [...text];
  return new Map(
    characters.flatMap((like, index) => (index % 2 === 0 ? [[like, characters[index + 1] ?? ""] as const] : [])),
  );
}
