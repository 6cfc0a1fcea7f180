import { textRows } from "@sallyport/contract/text-lines";
import { useMemo } from "preact/hooks";
import { TextRows } from "./code-rows.tsx";

/** A program with line numbers, everything hidden in it visible. */
export function Program({ source, label }: { source: string; label: string }) {
  const { rows } = useMemo(() => textRows(source), [source]);
  return <TextRows rows={rows} label={label} />;
}
