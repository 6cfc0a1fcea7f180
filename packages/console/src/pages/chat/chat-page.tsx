import type { ChatMessage } from "@sallyport/contract/chat";
import { useEffect, useRef, useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { Problem } from "../../parts/problem.tsx";
import { Ago } from "../../parts/times.tsx";
import { useDisconnection } from "../../parts/use-disconnection.ts";
import { VisibleLines } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import { failureWords } from "../../state/failure-words.ts";

/** The conversation with the agent, as text and nothing else. */
export function ChatPage() {
  const { chat } = useConsole();
  const lost = useDisconnection();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const messages = chat.messages.value;
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [messages.length]);

  const hindrance = lost ?? (text.trim() === "" ? "nothing is written" : sending ? "it is on its way" : null);
  async function send(): Promise<void> {
    setSending(true);
    try {
      await chat.say(text);
      setText("");
      setProblem(null);
    } catch (error) {
      setProblem(`not sent: ${failureWords(error)}`);
    }
    setSending(false);
  }

  return (
    <div class="page chat">
      <h1>Chat</h1>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="chat-messages" role="log" tabIndex={0} aria-label="Messages">
        {messages.length === 0 && <p class="empty">Nobody has said anything yet.</p>}
        <ol class="plain">
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
        <div ref={end} />
      </section>
      <Problem words={problem ?? chat.problem.value} />
      <form
        class="chat-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (hindrance === null) void send();
        }}
      >
        <label class="field">
          <span>
            Message <span class="dim">(Ctrl+Enter sends)</span>
          </span>
          <textarea
            rows={3}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && hindrance === null) void send();
            }}
          />
        </label>
        <ActionButton look="primary" onPress={() => void send()} not={hindrance}>
          Send
        </ActionButton>
      </form>
    </div>
  );
}

function Message({ message: { author, ts, content } }: { message: ChatMessage }) {
  return (
    <li class={`message message-${author}`}>
      <p class="message-head">
        <strong>{author === "human" ? "You" : "Agent"}</strong> <Ago time={ts} />
      </p>
      <VisibleLines text={content} />
    </li>
  );
}
