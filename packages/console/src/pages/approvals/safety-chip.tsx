import type { SafetyClass } from "@sallyport/contract/decisions";
import { SAFETY_WORDS } from "./state-words.ts";

export function SafetyChip({ safety }: { safety: SafetyClass }) {
  const { shape, words } = SAFETY_WORDS[safety];
  return (
    <span class={`chip chip-${safety}`}>
      <span aria-hidden="true">{`${shape} `}</span>
      {words}
    </span>
  );
}
