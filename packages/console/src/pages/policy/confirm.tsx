import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { Dialog } from "../../parts/dialog.tsx";

interface ConfirmProps {
  button: string;
  question: string;
  not: string | null;
  onYes: () => void;
  children: ComponentChildren;
}

/** A button for what changes the rules: it asks once more, and says what will be. */
export function Confirm({ button, question, not, onYes, children }: ConfirmProps) {
  const [asked, setAsked] = useState(false);
  const close = (): void => setAsked(false);
  return (
    <>
      <ActionButton onPress={() => setAsked(true)} not={not}>{`${button}…`}</ActionButton>
      {asked && (
        <Dialog
          title={question}
          onClose={close}
          actions={
            <>
              <ActionButton onPress={close} not={null}>
                Cancel
              </ActionButton>
              <ActionButton
                look="primary"
                not={not}
                onPress={() => {
                  close();
                  onYes();
                }}
              >
                {button}
              </ActionButton>
            </>
          }
        >
          {children}
        </Dialog>
      )}
    </>
  );
}
