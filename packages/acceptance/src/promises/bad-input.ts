/** Wrong input: one clear error with what to do, the right exit code, the rest keeps working. */
export const BAD_INPUT_PROMISES = {
  B01: "A configuration with an unknown key is refused with what was meant, exit 78.",
  B02: "A mount name nothing can be made of is refused, exit 78.",
  B03: "Two names that come out the same are refused, both named, exit 78.",
  B04: "An unset variable stops its mount and no other.",
  B05: "A command that does not exist, garbage, or a death at start fails that mount and no other.",
  B06: "A policy with a syntax error, no export, a failing test or an endless loop is refused with its place; the old one stays.",
  B07: "An unknown approval id is `not_found`, exit 1.",
  B08: "A second decision is `already_decided`, with who and when, exit 1.",
  B09: "A store that is no database, read-only or locked is one clear error with what to do; nothing is lost.",
  B10: "A wrong flag or command is one line and exit 2.",
  B11: "No configuration at all: the answer says how to make one.",
  B12: "On a Node that is too old every command says so in one line and exits 78.",
  B13: "A store of a newer schema is one clear line from every command, exit 78, and is left as it is.",
} as const;
