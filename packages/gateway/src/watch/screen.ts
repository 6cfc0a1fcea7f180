import { visibleLine } from "@sallyport/contract/visible-text";
import type { Frame } from "./frame.ts";
import { type Key, readKeys } from "./keys.ts";
import type { Line, Look, Span } from "./styled-line.ts";

/** Alternate screen, no wrapping by the terminal, pastes marked as such, no cursor, cleared. */
const ENTER = "\u001b[?1049h\u001b[?7l\u001b[?2004h\u001b[?25l\u001b[2J";
const LEAVE = "\u001b[0m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l";

const STYLES: Record<Look, { shape: string; colour: string }> = {
  plain: { shape: "", colour: "" },
  dim: { shape: "2", colour: "" },
  strong: { shape: "1", colour: "" },
  token: { shape: "7", colour: "35" },
  warning: { shape: "1", colour: "33" },
  good: { shape: "1", colour: "32" },
  bar: { shape: "7", colour: "" },
  focus: { shape: "7", colour: "" },
};

interface ScreenListener {
  key(key: Key): void;
  resized(size: { columns: number; rows: number }): void;
  /** The terminal is gone. */
  gone(): void;
}

/** The whole of a terminal, until it is closed. The only thing that writes to it meanwhile. */
export interface Screen {
  size(): { columns: number; rows: number };
  /** Resolves when the terminal has taken it. */
  paint(frame: Frame): Promise<void>;
  listen(listener: ScreenListener): () => void;
  /** Gives the terminal back as it was; a second time does nothing. */
  close(): void;
}

interface ScreenPowers {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  /** Calls back when the process ends for whatever reason, until the returned function is called. */
  onExit: (listener: () => void) => () => void;
  colours: boolean;
}

export function openScreen({ stdin, stdout, onExit, colours }: ScreenPowers): Screen {
  let shown: string[] = [];
  let isOpen = true;
  const size = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });

  stdin.setRawMode(true);
  stdin.resume();
  stdout.write(ENTER);
  const offExit = onExit(() => stdout.write(LEAVE));

  return {
    size,
    async paint({ lines, cursor }) {
      if (!isOpen) return;
      const rows = lines.map((line) => rowText(line, colours));
      const changed = rows.flatMap((row, index) =>
        row === shown[index] ? [] : [`${at(index, 0)}${row}\u001b[0m\u001b[K`],
      );
      shown = rows;
      const place = cursor === null ? "\u001b[?25l" : `${at(cursor.row, cursor.column)}\u001b[?25h`;
      if (changed.length === 0 && cursor === null) return;
      await new Promise<void>((settle) => stdout.write(changed.join("") + place, () => settle()));
    },
    listen(listener) {
      const onResize = () => {
        shown = [];
        stdout.write("\u001b[0m\u001b[2J");
        listener.resized(size());
      };
      const unread = readKeys(stdin, listener.key);
      stdout.on("resize", onResize);
      stdin.on("end", listener.gone);
      stdin.on("error", listener.gone);
      return () => {
        unread();
        stdout.off("resize", onResize);
        stdin.off("end", listener.gone);
        stdin.off("error", listener.gone);
      };
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      offExit();
      stdout.write(LEAVE);
      stdin.setRawMode(false);
      stdin.pause();
    },
  };
}

const at = (row: number, column: number) => `\u001b[${row + 1};${column + 1}H`;

function rowText(line: Line, colours: boolean): string {
  return line.map((span) => spanText(span, colours)).join("");
}

/** Whatever came this far, only its visible form goes to the terminal. */
function spanText({ text, look }: Span, colours: boolean): string {
  const { shape, colour } = STYLES[look];
  const codes = [shape, colours ? colour : ""].filter((code) => code !== "").join(";");
  return codes === "" ? visibleLine(text) : `\u001b[${codes}m${visibleLine(text)}\u001b[0m`;
}
