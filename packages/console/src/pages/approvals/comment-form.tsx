import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { useCommands } from "../../parts/use-commands.ts";

interface CommentFormProps {
  onSend: (comment: string) => void;
  onClose: () => void;
  not: string | null;
}

const LIMIT = 500;

/** A word to the agent that goes with a no. */
export function CommentForm({ onSend, onClose, not }: CommentFormProps) {
  const [comment, setComment] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useCommands({ back: onClose });
  // Whoever asked for a comment is about to write it, and its first letter must not be read as a command.
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <div class="comment">
      <label class="field">
        <span>
          Comment for the agent{" "}
          <span class="dim">{`(${LIMIT - comment.length} characters left, Ctrl+Enter sends)`}</span>
        </span>
        <textarea
          ref={field}
          rows={3}
          maxLength={LIMIT}
          value={comment}
          onInput={(event) => setComment(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && not === null) onSend(comment);
          }}
        />
      </label>
      <div class="actions-buttons">
        <ActionButton onPress={() => onSend(comment)} not={not}>
          Deny with this comment
        </ActionButton>
        <ActionButton onPress={onClose} not={null}>
          Cancel
        </ActionButton>
      </div>
    </div>
  );
}
