import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useCommands } from "./use-commands.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons, the harmless one first. */
  actions: ComponentChildren;
}

/** A question over the page. The browser keeps the focus in it; Escape closes it. */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useCommands({ back: onClose }, true);
  useLayoutEffect(() => {
    const from = document.activeElement;
    element.current?.showModal();
    return () => {
      if (from instanceof HTMLElement) from.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {/* The heading takes the focus: no button is pressed by a key that was meant for the page. */}
      <h2 id={heading} tabIndex={-1} autofocus>
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="dialog-body" tabIndex={0} aria-labelledby={heading}>
        {children}
      </section>
      <footer class="dialog-actions">{actions}</footer>
    </dialog>
  );
}
