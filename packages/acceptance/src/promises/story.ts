/** Agent, gateway, real servers and a person at the page, all as they are used. */
export const STORY_PROMISES = {
  S01: "An agent asks, a person reads it on the page and allows it by keyboard, and the file is on disk.",
  S02: "A no with a comment reaches the agent in the person's own words.",
  S03: "Denied and stopped, an agent can call nothing more, and the rest of its calls is cancelled, until it is resumed.",
  S04: "Where two tabs race for one call, one decides and the other says who did.",
  S05: "A yes whose caller has left is taken back, and nothing ran.",
  S06: "A call that its client cut short is there for its person, and runs once when it is repeated after the yes.",
  S07: "A gateway killed and started again under the open page: nothing is decided meanwhile, and what waited is there again.",
  S08: "A proposal read as a diff and made the policy on the page lets the write run that asked before.",
  S09: "Agent and person talk to each other, live.",
  S10: "A server that crashed and cannot start is shown as failed, and as running once it is back; the timeline goes along, and the policy says how often it asked.",
  S11: "Nothing a server or an agent says becomes more than text, and the page asks nobody but its own door.",
  S12: "No page breaks a rule of accessibility with what a real run has left on it, in light and dark.",
} as const;
