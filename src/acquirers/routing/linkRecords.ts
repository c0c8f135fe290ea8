import type { LinkStatus } from '../iso8583/link/linkStatus.ts'

/** How a link is, with what its adapter knows. */
export type ReportedLinkStatus = LinkStatus & {
  /** In the memory of this node; more are leased before they are needed. */
  readonly traceNumbersLeft: number
}

/**
 * What nodes write down about their links for operators, who may look from another machine: how each link is
 * now, and what happened on it that was no answer to a question. Implemented by the store. All of it is
 * redacted, and bounded.
 */
export interface LinkRecords {
  /** How the links of this node are now; replaces what it said before. */
  report(reports: readonly LinkReport[]): Promise<void>
  /** This node has no links any more. */
  withdraw(): Promise<void>
  /** Adds what happened; the oldest are forgotten. */
  add(events: readonly RecordedLinkEvent[]): Promise<void>
  /** What all nodes have reported, by link and node. */
  reports(): Promise<readonly StoredLinkReport[]>
  /** The newest first. */
  events(wanted: WantedLinkEvents): Promise<readonly StoredLinkEvent[]>
}

/** How many blocks of trace numbers the database could lease now, within what they are unique in. */
export type FreeTraceNumbers = {
  /** The link and its institution, and the terminal where each has its own. */
  readonly scope: string
  /** Of a thousand, each of a thousand numbers. */
  readonly blocks: number
}

/** One link, as its node sees it; the content is JSON for people and programs. */
export type LinkReport = { readonly link: string; readonly content: string }

export type StoredLinkReport = LinkReport & {
  readonly nodeId: string
  /** How long ago, by the database's clock: a node that reports no more has stopped or hangs. */
  readonly ageMs: number
}

export type RecordedLinkEvent = {
  readonly link: string
  readonly what: string
  readonly atMs: number
  readonly content: string
}

export type StoredLinkEvent = RecordedLinkEvent & { readonly nodeId: string }

export type WantedLinkEvents = { readonly link?: string; readonly limit: number }

/** No more events than these are kept, of all links and nodes together. */
export const linkEventsMax = 10_000
