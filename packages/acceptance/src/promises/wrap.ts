/** `sallyport wrap`: the gate before one server of an existing configuration. */
export const WRAP_PROMISES = {
  W01: "A wrapped server's tools, prompts and resources have the names and definitions they have alone, and the gate decides on each call.",
  W02: "A wrapped server has the folder and environment of its client, but for what is Sallyport's.",
  W03: "A wrong command line is one line and exit 2; the end of stdin is exit 0 and leaves no process.",
} as const;
