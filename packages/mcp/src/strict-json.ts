/** Deepest nesting taken from a client; deeper JSON parses, but overflows the stack of whoever walks or writes it. */
const DEPTH_LIMIT = 200;

const QUOTE = 34;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const UPPER_E = 69;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const LOWER_E = 101;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Past this many keys an object's are looked up in a set. */
const LIST_LIMIT = 12;

/** Every integer of up to this many digits is the same number to every parser. */
const EXACT_DIGITS = 15;

/**
 * Finds what `JSON.parse` lets through and other parsers read in another way: a repeated key, at any depth and however it
 * is escaped, an integer that it rounds, or nesting past the limit. Takes text that `JSON.parse` accepted; answers one line for a person, or null.
 */
export function findAmbiguity(text: string): string | null {
  /** Per open container: its keys if it is an object, null if it is an array. */
  const open: (string[] | Set<string> | null)[] = [];
  let keys: string[] | Set<string> | null = null;
  let expectsKey = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    switch (code) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (expectsKey && keys !== null) {
          const raw = text.slice(at + 1, end);
          const key = raw.includes("\\") ? String(JSON.parse(text.slice(at, end + 1))) : raw;
          if (Array.isArray(keys)) {
            if (keys.includes(key)) return repeated(key);
            keys.push(key);
            if (keys.length > LIST_LIMIT) {
              keys = new Set(keys);
              open[open.length - 1] = keys;
            }
          } else {
            if (keys.has(key)) return repeated(key);
            keys.add(key);
          }
          expectsKey = false;
        }
        at = end;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET: {
        if (open.length === DEPTH_LIMIT) return `nested more than ${DEPTH_LIMIT} deep`;
        keys = text.charCodeAt(at) === OPEN_BRACE ? [] : null;
        open.push(keys);
        expectsKey = keys !== null;
        break;
      }
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        open.pop();
        keys = open.at(-1) ?? null;
        expectsKey = false;
        break;
      case COMMA:
        expectsKey = keys !== null;
        break;
      case COLON:
        expectsKey = false;
        break;
      default: {
        if (code !== MINUS && (code < ZERO || code > NINE)) break;
        const end = endOfNumber(text, at);
        if (end - at > EXACT_DIGITS) {
          const number = text.slice(at, end);
          if (isRounded(number)) return rounded(number);
        }
        at = end - 1;
      }
    }
  }
  return null;
}

/** Where the JSON string that starts there ends; the end of the text where it does not. */
export function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - 1 - before) % 2 === 0) return end;
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isInNumber(text.charCodeAt(end))) end += 1;
  return end;
}

/** Digits, `+`, `-`, `.`, `e` and `E`; `/` cannot stand there. */
function isInNumber(code: number): boolean {
  return (code >= PLUS && code <= NINE && code !== COMMA) || code === LOWER_E || code === UPPER_E;
}

function isRounded(number: string): boolean {
  const integer = /^-?\d+$/.test(number);
  return integer && (!Number.isFinite(Number(number)) || BigInt(number) !== BigInt(Number(number)));
}

function rounded(number: string): string {
  return `the integer ${number.slice(0, 40)} would be rounded: send it as a string, or as a number of 15 digits`;
}

function repeated(key: string): string {
  return `the key ${JSON.stringify(key.slice(0, 80))} is there twice`;
}
