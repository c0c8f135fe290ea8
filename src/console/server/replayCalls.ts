// The last calls of a merchant at another version: each replayed by itself, then told by operation.

import type { Gateway } from '../../operations/gateway.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { ReplayedAnswer, ReplayedCalls, ReplayedOperation, ReplayedReason } from '../api/developers.ts'
import type { LoggedCall, RequestLogStore } from '../requestLog/port.ts'
import { type ReplayableCall, type ReplayedCall, replayedAt } from '../requestLog/replay.ts'
import { type FoundCall, findCalls } from '../requestLog/search.ts'
import type { CalledMerchant } from './merchantOf.ts'
import { placeOfRecord, recordedBody } from './recordedBody.ts'

export type ReplayDependencies = {
  readonly requestLog: Pick<RequestLogStore, 'read'>
  readonly gateway: Pick<Gateway, 'explain' | 'retrieveTransaction'>
}

/** Each of them costs two reads of its order. */
const callsMax = 50
/** Of each operation; whoever has more to mend begins with these. */
const entriesMax = 30

export async function replayCalls(
  dependencies: ReplayDependencies,
  merchant: CalledMerchant,
  version: number,
): Promise<ReplayedCalls> {
  const { calls } = await findCalls(dependencies.requestLog, merchant, {
    filter: {},
    page: { limit: callsMax },
  })
  const told = new Map<string, OperationTally>()
  let notKept = 0
  for (const call of calls) {
    const replayed = replayedAt(await replayable(dependencies, merchant, call), version)
    if (replayed && call.operation !== undefined) {
      const tally = told.get(call.operation) ?? new OperationTally()
      told.set(call.operation, tally)
      tally.add(call, replayed)
    } else notKept += 1
  }
  const operations = [...told].map(([operation, tally]) => tally.told(operation))
  return { version, calls: calls.length, notKept, operations: operations.toSorted(byHarm) }
}

const byHarm = (one: ReplayedOperation, other: ReplayedOperation): number => other.refused - one.refused

/** What of one operation was found, each difference once. */
class OperationTally {
  readonly #reasons = new Map<string, ReplayedReason>()
  readonly #answers = new Map<string, ReplayedAnswer>()
  #calls = 0
  #refused = 0
  #taken = 0

  add({ key }: FoundCall, { refused, isTaken, answers }: ReplayedCall): void {
    this.#calls += 1
    this.#refused += refused.length > 0 ? 1 : 0
    this.#taken += isTaken ? 1 : 0
    for (const { field, validationType, sentence = '' } of refused)
      count(this.#reasons, `${field} ${validationType}`, {
        ...{ calls: 0, key, field, validationType },
        explanation: sentence,
      })
    for (const answer of answers)
      count(this.#answers, `${answer.field} ${answer.kind}`, { calls: 0, key, ...answer })
  }

  told(operation: string): ReplayedOperation {
    return {
      ...{ operation, calls: this.#calls, refused: this.#refused, taken: this.#taken },
      reasons: [...this.#reasons.values()].slice(0, entriesMax),
      answers: [...this.#answers.values()].slice(0, entriesMax),
    }
  }
}

function count<Entry extends { readonly calls: number }>(
  entries: Map<string, Entry>,
  name: string,
  entry: Entry,
): void {
  const known = entries.get(name) ?? entry
  entries.set(name, { ...known, calls: known.calls + 1 })
}

async function replayable(
  dependencies: ReplayDependencies,
  merchant: CalledMerchant,
  call: LoggedCall,
): Promise<ReplayableCall> {
  if (call.body) return call
  const body = await recordedBody(dependencies.gateway, merchant, call)
  if (!body) return call
  const place = placeOfRecord(merchant, call)
  const record = place && (await dependencies.gateway.retrieveTransaction(place, place.transactionId))
  return { ...call, body, ...(record && !isRejection(record) && { answered: record }) }
}
