/** An agent that was stopped. */
export const LATCH_PROMISES = {
  L01: "After `deny_abort` every further call of the agent is -32950, data to the letter, and reaches no child, until a person resumes it.",
  L02: "A person's `deny --stop-agent` stops the agent in every process that serves it.",
  L03: "`sallyport agents abort` ends every call that waits, refuses every further one, and none of them can be approved any more.",
  L04: "An approval given before a stop and not yet used runs nothing afterwards.",
  L05: "A stop outlives the gateway; the agent may still look, and its person can still act.",
} as const;
