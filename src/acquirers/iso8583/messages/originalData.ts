// The original data of reversals and the amounts of partial ones, by which a host finds what is meant.

import type { Dialect } from '../dialects/dialect.ts'
import { localDateAndTime, transmissionTime } from './messageTimes.ts'
import { type IsoTrace, sentAtMs } from './trace.ts'

/** A message that was sent before, as its trace and the start of its transaction say. */
export type TracedMessage = {
  readonly trace: IsoTrace
  readonly startedAtMs: number
  readonly offsetMs: number
}

/**
 * Field 90 of 1987: type 4, trace number 6, transmission time 10, acquiring and forwarding institution 11
 * each with zeros before them. Field 56 of 1993: type 4, trace number 6, local date and time 12, and the
 * acquiring institution with its length in two digits.
 */
export function originalData(generation: Dialect['generation'], original: TracedMessage): string {
  const { trace, offsetMs } = original
  const atMs = sentAtMs(trace, original.startedAtMs)
  const { type, traceNumber, institution, forwarder = '' } = trace
  if (generation === '1987')
    return (
      type +
      traceNumber +
      transmissionTime(atMs) +
      institution.padStart(institutionDigits, '0') +
      forwarder.padStart(institutionDigits, '0')
    )
  const length = String(institution.length).padStart(2, '0')
  return type + traceNumber + localDateAndTime(atMs, offsetMs) + length + institution
}

/** Field 95: what remains, the same at settlement, and two fees. Nothing is settled or charged by us. */
export const replacementAmounts = (remains: bigint): string =>
  String(remains).padStart(amountDigits, '0') + '0'.repeat(amountDigits) + noFee + noFee

/** Field 30 of 1993: the original amount, and the same at settlement. */
export const originalAmounts = (amount: bigint): string =>
  String(amount).padStart(amountDigits, '0') + '0'.repeat(amountDigits)

const institutionDigits = 11
const amountDigits = 12
const noFee = 'D00000000'
