// How long things about users last.

const minuteMs = 60_000

export const lifetimes = {
  /** A session that is not used. */
  sessionIdleMs: 30 * minuteMs,
  /** A session, however much it is used. */
  sessionMs: 12 * 60 * minuteMs,
  /** A session is marked as seen at most this often. */
  seenMs: minuteMs,
  /** Money and secrets need a second factor that was shown within this time. */
  steppedUpMs: 10 * minuteMs,
  /** Calls under way while a session gets a new token. */
  earlierTokenMs: 30_000,
  invitationMs: 72 * 60 * minuteMs,
  /** A challenge that a passkey has to answer. */
  challengeMs: 5 * minuteMs,
} as const
