import type { Command } from "./commands.ts";

/** What commands do in one part of the page. */
export interface CommandLayer {
  /** While it is there, nothing below it hears anything: a dialog. */
  exclusive: boolean;
  handlers: Partial<Record<Command, () => void>>;
}

/** Who hears a command: the layer that came last and knows it. */
export class CommandStack {
  readonly #layers: CommandLayer[] = [];

  /** Answers what takes the layer away again. */
  push(layer: CommandLayer): () => void {
    this.#layers.push(layer);
    return () => {
      const at = this.#layers.indexOf(layer);
      if (at !== -1) this.#layers.splice(at, 1);
    };
  }

  /** True where somebody heard it. */
  run(command: Command): boolean {
    for (const { exclusive, handlers } of this.#layers.toReversed()) {
      const handler = handlers[command];
      if (handler !== undefined) {
        handler();
        return true;
      }
      if (exclusive) return false;
    }
    return false;
  }
}
