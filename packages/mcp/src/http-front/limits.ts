const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * Every cap of an HTTP door, in one place; sizes in bytes. What one identity can make the door hold is bounded by
 * `heldBytes` for what it sends, and by `sessionsPerIdentity` times `keptBytes` and `unsentBytes` (and one message) for what it is sent,
 * and `unreadBytes` for what it was answered.
 */
export const HTTP_LIMITS = {
  /** The request line and all headers; more is 431. */
  headerBytes: 16 * KIB,
  /** One body; more is 413. */
  bodyBytes: 4 * MIB,
  /** Bodies of one identity that are being read or answered, with what they weigh once parsed; more is 503, and 413 where it is one. */
  heldBytes: 32 * MIB,
  /** Open sockets at one address of the door; more are closed as they come. */
  sockets: 4_096,
  /** From a socket's first moment to the end of the headers, and of the body. */
  headersMs: 10_000,
  requestMs: 30_000,
  /** A socket between two requests. */
  idleSocketMs: 30_000,
  /** A socket on which nothing moves while an answer waits to be read. Longer than a beat, which moves something. */
  unreadSocketMs: 60_000,
  sessions: 256,
  sessionsPerIdentity: 32,
  /** Requests of one identity being answered, over all its sessions; more is 503. Each may hold a socket, so this is well below `sockets`. */
  callsPerIdentity: 512,
  /** What a session keeps for a client that was cut off; the oldest goes first. */
  keptBytes: 4 * MIB,
  /** What the clients of a session have not read; past it a connection is cut, and can be resumed. */
  unsentBytes: 8 * MIB,
  /** Answers of one identity that nobody has read, over all its sessions, ended ones too; past it the oldest are cut. */
  unreadBytes: 64 * MIB,
  /** A heart beat: each open stream gets a comment, and everything below is counted in beats. */
  beatMs: 15_000,
  /** How long a client that was cut off may come back for what it missed; then its calls are given up. */
  resumeBeats: 8,
  /** How long a client may read nothing of what waits for it. */
  stalledBeats: 4,
  /** How long a session lives with no connection and no call. */
  idleBeats: 120,
};

export type HttpLimits = typeof HTTP_LIMITS;
