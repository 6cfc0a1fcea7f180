/** Shorter ones would hit text that has nothing to do with it. */
const SHORTEST_BASE64 = 6;

/** The ways in which others write a text: as it is, inside JSON, in a URL or a form, in base64. */
export function encodedForms(text: string): string[] {
  const inUrl = encodeURIComponent(text.toWellFormed());
  const base64 = base64Forms(Buffer.from(text));
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    inUrl,
    inUrl.replace(/%../g, (percent) => percent.toLowerCase()),
    inUrl.replaceAll("%20", "+"),
    ...base64,
    ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
  ];
}

/** In base64 three bytes become four letters, so bytes inside a longer run look different at each of three places. */
function base64Forms(bytes: Buffer): string[] {
  const inside = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return letters.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const whole = bytes.toString("base64");
  return [whole, whole.replaceAll("=", ""), ...inside].filter((form) => form.length >= SHORTEST_BASE64);
}
