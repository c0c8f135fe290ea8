import { wayMaxMs } from '../../port.ts'

/** Times and counts of a link that no dialect and no operator sets. Tests shorten them. */
export type LinkLimits = { readonly [name in keyof typeof linkLimits]: number }

export const linkLimits = {
  /** The clock of everything below: no message has a timer of its own. */
  tickMs: 25,
  connectMs: 3_000,
  signOnAnswerMs: 10_000,
  echoAnswerMs: 10_000,
  signOffAnswerMs: 1_000,
  /** From the polite end of a connection to the forced one. */
  closeMs: 500,
  /** A message of which only a part has come. */
  partialFrameMs: 10_000,
  /** A host that takes no bytes. */
  stalledMs: 10_000,
  /**
   * Something was asked, and not one byte came since: the connection is replaced, however seldom echoes are
   * allowed. Together with the silences that the dialect counts, this is how long a half-open one can last.
   */
  unheardMs: 90_000,
  /**
   * A question was written, and nothing proves that it arrived: the connection is reset, or it might arrive
   * when "no such original" is believed already. After a third of this an echo asks, where one is allowed.
   */
  undeliveredMs: wayMaxMs - 15_000,
  /** Before the second attempt to connect; twice as long before each that follows. */
  backOffMs: 250,
  longestBackOffMs: 30_000,
  /** A connection that lasted so long begins again with the shortest wait. */
  steadyMs: 2_000,
  /** Sign-ons after an outage are spread over this time, or over the last pause where that was shorter. */
  signOnJitterMs: 1_000,
  /**
   * After a sign-off of the host: when the gateway signs on by itself, unless the links file says otherwise;
   * twice as long before each attempt that follows, up to so many times as long.
   */
  signOnAgainMs: 30_000,
  longestSignOnAgain: 10,
  /** When the link stops: how long it waits for what is in flight. */
  drainMs: 10_000,
  /** Questions that wait to be sent; those of recovery have a queue of the same size. */
  queueMax: 1_000,
  /** How long, at least, and how many past questions listen for a late answer. */
  lateMs: 600_000,
  lateMax: 20_000,
  /** Messages of one connection that are read in one turn of the loop. */
  framesAtOnce: 100,
  /** Messages of a connection that cannot be read: beyond this it is closed, as it talks nonsense. */
  unreadableAtOnce: 500,
  unreadablePerSecond: 50,
  /**
   * Questions of the host, of each kind on a connection, that are answered: a host that floods us with them
   * has to read our answers before it reads the next payment.
   */
  hostQuestionsAtOnce: 100,
  hostQuestionsPerSecond: 50,
  /** Events of each kind that are told, and so written down; all are counted. */
  eventsAtOnce: 100,
  eventsPerSecond: 20,
  /** Of the breaker. */
  failuresMax: 8,
  pauseMs: 2_000,
  longestPauseMs: 30_000,
} as const
