// What a node's primary and its workers say to each other. Both are of the same release.

import type { SlotOrder } from '../platform/limits/sharedLimits.ts'

/** From a worker to the primary. Whoever waits for an answer gives its question a number. */
export type WorkerMessage =
  | { readonly kind: 'serving' }
  /** Said again and again, for as long as its event loop turns. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'borrow'; readonly question: number; readonly slots: string; readonly order: SlotOrder }
  | { readonly kind: 'giveBack'; readonly slots: string; readonly count: number }
  | { readonly kind: 'token'; readonly question: number; readonly name: string; readonly perSecond: number }
  | { readonly kind: 'failedLogin'; readonly question: number; readonly name: string }
  /** For what all workers say to a topic. */
  | { readonly kind: 'gather'; readonly question: number; readonly topic: Topic }
  /** What this worker says to it. */
  | { readonly kind: 'say'; readonly gathering: number; readonly said: unknown }

/** From the primary to a worker. */
export type PrimaryMessage =
  | { readonly kind: 'answer'; readonly question: number; readonly value: unknown }
  | { readonly kind: 'ask'; readonly gathering: number; readonly topic: Topic }
  /** How many workers serve now. */
  | { readonly kind: 'count'; readonly serving: number }
  | { readonly kind: 'stop'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'reload' }

/** What a node says as one, whichever of its workers is asked. */
export type Topic = 'readiness' | 'metrics'

/** The arguments of a worker: which one it is, whether it is the first of its node, and of which release. */
export const workerArguments = ({ slot, isFirst, release }: WorkerRole): readonly string[] => [
  ...['worker', String(slot), isFirst ? 'first' : 'joins', release],
]

export type WorkerRole = {
  /** From 1 on; whoever replaces a worker has its number. */
  readonly slot: number
  /** Alone so far: it opens the ports before it can serve, and greets. */
  readonly isFirst: boolean
  /** Of the primary: another one may lie there by the time a worker is replaced. */
  readonly release: string
}

export function readRole([word, slot, place, release = '']: readonly string[]): WorkerRole | undefined {
  return word === 'worker' ? { slot: Number(slot), isFirst: place === 'first', release } : undefined
}

export const isWorkerMessage = (message: unknown): message is WorkerMessage => hasKind(message)
export const isPrimaryMessage = (message: unknown): message is PrimaryMessage => hasKind(message)

const hasKind = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'kind' in message
