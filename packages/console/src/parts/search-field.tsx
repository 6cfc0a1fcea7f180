import { useRef } from "preact/hooks";
import { useCommands } from "./use-commands.ts";

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onInput: (text: string) => void;
}

/** Where a page is searched; the key for searching leads here. */
export function SearchField({ label, placeholder, value, onInput }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useCommands({ search: () => field.current?.focus() });
  return (
    <label class="tools-search">
      <span class="unseen">{label}</span>
      <input
        ref={field}
        type="search"
        placeholder={placeholder}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
