/** What npm brings: each server by itself, published and run as its users run it. */
export const PACKAGE_PROMISES = {
  P01: "`npx -y @sallyport/NAME` in an empty folder with an empty cache starts every server, which does what it is asked.",
  P02: "Each ends when its stdin does, exit 0, and has printed nothing but JSON-RPC.",
  P03: "A server with one job installs eight packages at most.",
  P04: "Every tool of every server has a title and all four annotations.",
  P05: "Every package brings its licence, a readme, and the licences of what it bundles.",
  P06: "No package holds tests, sources, paths of the machine that built it, or dependencies only a workspace has.",
} as const;
