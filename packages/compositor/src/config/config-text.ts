import { visibleLine } from "@sallyport/contract/visible-text";
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { ConfigError, type ConfigProblem, placed } from "./config-error.ts";

export interface Property {
  key: string;
  keyNode: Node;
  value: Node;
}

/** A configuration's text as a tree, and what was found to say about places in it. */
export interface ConfigText {
  root: Node;
  problem(node: Node, message: string): void;
  notice(node: Node, message: string): void;
  /** Every property of an object, in the order written. Names are values here, never keys of an object of ours. */
  properties(node: Node): Property[];
  readonly problems: readonly ConfigProblem[];
  readonly notices: readonly string[];
}

/** Parses JSON with comments and trailing commas. Throws `ConfigError` where the text is no JSON object. */
export function parseConfigText(path: string, written: string): ConfigText {
  const text = written.startsWith("\uFEFF") ? ` ${written.slice(1)}` : written;
  const problems: ConfigProblem[] = [];
  const notices: string[] = [];
  const at = (offset: number, message: string): ConfigProblem => {
    const before = text.slice(0, offset).split("\n");
    return { path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message: visibleLine(message) };
  };

  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  // The parser goes on after an error; what it says of the same place again only follows from the first.
  const apart = errors.filter(({ offset }, index) => errors.findIndex((other) => other.offset === offset) === index);
  if (apart.length > 0) throw new ConfigError(apart.map((error) => at(error.offset, syntaxMessage(error))));
  if (root?.type !== "object") {
    throw new ConfigError([at(root?.offset ?? 0, "a configuration is a JSON object with `mcpServers` in it")]);
  }
  const broken = textsIn(root).filter(({ value }) => !String(value).isWellFormed());
  if (broken.length > 0) {
    const message = "half a character: a `\\ud800`-like escape needs its other half beside it";
    throw new ConfigError(broken.map(({ offset }) => at(offset, message)));
  }

  return {
    root,
    problems,
    notices,
    problem: (node, message) => problems.push(at(node.offset, message)),
    notice: (node, message) => notices.push(placed(at(node.offset, message))),
    properties(node) {
      const seen = new Set<string>();
      const found: Property[] = [];
      for (const { children: [keyNode, value] = [] } of node.children ?? []) {
        if (keyNode === undefined || value === undefined) continue;
        const key = String(keyNode.value);
        if (seen.has(key)) problems.push(at(keyNode.offset, `\`${key}\` is written twice; keep one`));
        else found.push({ key, keyNode, value });
        seen.add(key);
      }
      return found;
    },
  };
}

/** Every text in the tree, names too. */
function textsIn(node: Node): Node[] {
  return node.type === "string" ? [node] : (node.children ?? []).flatMap(textsIn);
}

function syntaxMessage({ error }: ParseError): string {
  const words = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return `not JSON: ${words}`;
}
