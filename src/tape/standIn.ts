// What of a taped body is sent again: with a stand-in for the card, and without what a tape does not have.

import { type Content, isObject } from '../contract/kit/content.ts'
import { withNumbers } from '../contract/kit/maskedBody.ts'
import type { TapedCall } from './tape.ts'

export type StandIn = { readonly body: Content; readonly notes: readonly string[] }

/** Card numbers keep their first six and last four digits, with zeros between. */
export function standIn(call: TapedCall, taped: Content): StandIn {
  const left = leftOut.filter(({ name, isLeft }) => isLeft(taped[name]) && !isJudged(call, name))
  const names = new Set(left.map(({ name }) => name))
  const kept = Object.entries(taped).filter(([name]) => !names.has(name))
  return {
    body: withNumbers(Object.fromEntries(kept)),
    notes: [...new Set(left.flatMap(({ note }) => note(call) ?? []))],
  }
}

/** Whether the call names what its payer had proven before. */
export const namesProof = (body: Content): boolean =>
  isProof(body.authentication) || body['3DSecureId'] !== undefined

type LeftOut = {
  readonly name: string
  readonly isLeft: (value: unknown) => boolean
  readonly note: (call: TapedCall) => string | undefined
}

const isThere = (value: unknown): boolean => value !== undefined
const isProof = (value: unknown): boolean => isObject(value) && value.transactionId !== undefined
const withoutProof = () => "It is sent without the payer's authentication, which is not made again."

const leftOut: readonly LeftOut[] = [
  { name: 'authentication', isLeft: isProof, note: withoutProof },
  { name: '3DSecureId', isLeft: isThere, note: withoutProof },
  {
    name: 'referenceOrderId',
    isLeft: isThere,
    note: ({ takenFrom = [] }) =>
      takenFrom.includes('order')
        ? undefined
        : 'It is sent without referenceOrderId: the order that it names is not in a tape.',
  },
  {
    name: 'responseControls',
    isLeft: value => isObject(value) && value.sensitiveData === 'UNMASK',
    note: () => 'It is sent without asking for whole card numbers, which takes a certificate.',
  },
]

/** What a call was refused for is part of it; and the order that stands for a card, of a refused one. */
function isJudged({ kind, answer: { field = '' } }: TapedCall, name: string): boolean {
  if (kind !== 'refused') return false
  return name === 'referenceOrderId' || field === name || field.startsWith(`${name}.`)
}
