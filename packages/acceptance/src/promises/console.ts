/** What a person's page does, seen in a browser. */
export const CONSOLE_PROMISES = {
  U01: "A waiting call is shown whole: who asks, every argument, the policy's words apart from what anybody claims.",
  U02: "A call is allowed, denied, denied with a comment, or denied with its agent stopped, by keyboard alone.",
  U03: "Nothing can be allowed in its first 500 ms on screen, or before its end was shown.",
  U04: "New calls never move the row a person is at, and never take the focus; what is out of sight is announced on screen.",
  U05: "Where two people race, one decides and the other is told who was first.",
  U06: "Without its gateway the page says so and decides nothing; when it is back the page goes on, while the tab that signed in is open.",
  U07: "A thousand waiting calls scroll and are searched; twenty are cleared by keyboard alone.",
  U08: "No page breaks a rule of accessibility, in light and dark, and none is wider than 320 pixels.",
  U09: "An approval that nothing has claimed is taken back; one that was claimed is not, and the page says so.",
  U10: "Many are denied at once; allowed at once only calls of one tool that cannot destroy, each read to its end.",
  U11: "A login link works once, its code leaves the address at once, and without a session the page says what to run.",
  U12: "A proposal is made the policy as it was read, a mode set, an earlier version put back in force.",
  U13: "The conversation, the history, the servers and the timeline are on their pages, and change by themselves.",
  U14: "Keys can be changed and single letters switched off, and it stays so.",
  U15: "A call stands beside the last one of its tool that was allowed, and the first call of a tool is said to be the first.",
  U16: "A call is given another hour by one key before its time is up.",
} as const;
