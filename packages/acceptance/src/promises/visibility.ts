/** What a principal may not see answers, by every door, as if it did not exist. */
export const VISIBILITY_PROMISES = {
  V01: "A person's tools and prompts answer an agent, byte for byte, as names nobody has.",
  V02: "A person's resources answer an agent that reads, follows or completes them, in any spelling, as what nobody has.",
  V03: "Through `resources` an agent gets no further than without it.",
  V04: "A child that serves a person's URIs, prefixed or as they are, leads to itself and nowhere else.",
  V05: "Nothing that happens to a person's things is told to an agent, whatever it follows.",
  V06: "An agent's tools and resources answer its person as what nobody has.",
} as const;
