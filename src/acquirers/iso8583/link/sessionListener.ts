// What a session tells the link that it belongs to.

import type { IsoMessage } from '../dialects/message.ts'
import type { LinkEventKind } from './linkStatus.ts'

export interface SessionListener<Session> {
  /** An answer, or a question of another class than network management. */
  onMessage(session: Session, message: IsoMessage): void
  /** It begins to take questions. */
  onReady(session: Session): void
  /** The host takes no questions here for now. */
  onSignedOff(session: Session): void
  /** It can take more questions than before. */
  onDrain(session: Session): void
  /** An echo of ours was answered, or not in time. */
  onEcho(isAnswered: boolean): void
  /** What was in flight is lost. */
  onClosed(session: Session, end: SessionEnd): void
  onEvent(what: LinkEventKind, session: Session, about?: SessionEvent): void
}

export type SessionEnd = {
  /** Otherwise it never was: the attempt failed. */
  readonly wasUsable: boolean
  readonly reason: string
}

export type SessionEvent = {
  /** Worked out only where the event is told. */
  readonly detail?: string | (() => string | undefined)
  readonly message?: IsoMessage
  readonly businessDate?: string
}
