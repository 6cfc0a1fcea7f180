import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Rows beyond the edge, so that a quick scroll shows no gap. */
const SPARE = 8;

interface RowWindowProps {
  label: string;
  /** One for each row. */
  keys: readonly string[];
  /** The row that stays where it is on screen when rows before it come or go. */
  anchor: string | null;
  /** Whether rows hold what takes the focus; where none does, the list itself has to. */
  focusable: boolean;
  /** Height of each row in rem. */
  rowRem: number;
  row(index: number): ComponentChildren;
  /** Told which rows are wholly on screen, from one to before another, when they become others. */
  onView?(from: number, to: number): void;
}

/** Lengths on screen are no whole numbers. */
const ROUNDING = 0.01;

/** A list that puts only the rows on screen on the page. All are of one height. */
export function RowWindow({ label, keys, anchor, focusable, rowRem, row, onView }: RowWindowProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const height = rowRem * rootFontSize();
  const at = anchor === null ? -1 : keys.indexOf(anchor);
  const before = useRef({ anchor, at });

  const look = (): void => {
    if (box.current !== null) setView({ top: box.current.scrollTop, height: box.current.clientHeight });
  };
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const last = before.current;
    before.current = { anchor, at };
    if (box.current === null || at === -1) return;
    // The same row at another place: the list moves, the row does not.
    if (last.anchor === anchor && last.at !== -1) box.current.scrollTop += (at - last.at) * height;
    else bringIntoView(box.current, at * height, height);
  }, [anchor, at, height]);

  const from = Math.ceil(view.top / height - ROUNDING);
  const to = Math.floor((view.top + view.height) / height + ROUNDING);
  useEffect(() => onView?.(from, to), [from, to]);

  const first = Math.max(0, Math.floor(view.top / height) - SPARE);
  const last = Math.min(keys.length, Math.ceil((view.top + view.height) / height) + SPARE);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  // The row a person is at has the focus, and keeps it wherever they scroll to.
  if (at !== -1 && at < first) shown.unshift(at);
  if (at >= last) shown.push(at);
  return (
    <div class="rows" ref={box} onScroll={look} tabIndex={focusable ? -1 : 0}>
      <ul
        // biome-ignore lint/a11y/noRedundantRoles: without its bullets a list is none to some screen readers
        role="list"
        aria-label={label}
        style={{ height: `${keys.length * height}px` }}
      >
        {shown.map((index) => (
          <li
            key={keys[index]}
            class="row"
            style={{ top: `${index * height}px` }}
            aria-setsize={keys.length}
            aria-posinset={index + 1}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function bringIntoView(box: HTMLElement, top: number, height: number): void {
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
}

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
