import { type Content, isObject } from '../../contract/kit/content.ts'
import type { OrderAfterChange, RecordedTransaction } from '../model/journal.ts'
import { findStep } from '../model/steps.ts'
import { currentRecord, orderShown, readDocument } from './record.ts'

/**
 * What a merchant is told of a change: what Retrieve Transaction would have answered right after it, at the
 * version of the request. However late it is told, and however often, it is the same.
 */
export function notifiedRecordOf({ key, order, name }: OrderAfterChange): NotifiedRecord {
  const recorded = findStep(order, name)
  if (!recorded) throw new Error('What changed is not on its order')
  const { known, step } = recorded
  const trace = traceIn(step)
  return {
    version: known.apiVersion,
    record: currentRecord(key, orderShown(key, order), known),
    ...(trace !== undefined && { trace }),
  }
}

export type NotifiedRecord = {
  readonly version: number
  readonly record: Content
  /** Of the request that brought it about, where somebody traced it. */
  readonly trace?: string
}

function traceIn({ outcome = '{}' }: RecordedTransaction): string | undefined {
  const { story } = readDocument(outcome)
  return isObject(story) && typeof story.trace === 'string' ? story.trace : undefined
}
