// The test cards that checks pay with, as data: which outcome each brings about.

import type { Content } from '../contract/kit/content.ts'

/** Each is absent where a host has no such card: what needs it is not applicable then. */
export type TestCards = {
  readonly approved?: TestCard
  readonly declined?: TestCard
  readonly referred?: TestCard
  readonly partial?: TestCard
  readonly silent?: TestCard
}

export type TestCard = { readonly number: string; readonly expiry: string; readonly securityCode?: string }

const number = '5123450000000008'
const securityCode = '100'

/** Those of the specification (spec 15.1): the expiry date decides. */
export const specifiedCards: TestCards = {
  approved: { number, expiry: '01/39', securityCode },
  declined: { number, expiry: '05/39', securityCode },
  referred: { number, expiry: '03/39', securityCode },
  partial: { number, expiry: '04/39', securityCode },
  silent: { number, expiry: '11/39', securityCode },
}

export const cardOutcomes: Readonly<Record<keyof TestCards, string>> = {
  approved: 'every amount is approved',
  declined: 'DECLINED',
  referred: 'REFERRED, and a REFERRAL with a code is approved',
  partial: 'PARTIALLY_APPROVED where a part is accepted',
  silent: 'nobody answers: TIMED_OUT',
}

export const isCardOutcome = (name: string): name is keyof TestCards => Object.hasOwn(cardOutcomes, name)

/** `approved=5123450000000008,01/39,100`, or `declined=none`; undefined where it is neither. */
export function readTestCard(text: string): TestCards | undefined {
  const { name = '', number, expiry, code } = cardForm.exec(text)?.groups ?? {}
  if (!isCardOutcome(name)) return undefined
  if (number === undefined || expiry === undefined) return { [name]: undefined }
  return { [name]: { number, expiry, ...(code !== undefined && { securityCode: code }) } }
}
const cardForm =
  /^(?<name>[a-z]+)=(?:none|(?<number>\d{9,19}),(?<expiry>(?:0[1-9]|1[0-2])\/\d\d)(?:,(?<code>\d{3,4}))?)$/

/** `sourceOfFunds` of a payment with the card. */
export function fundsOf(card: TestCard | undefined): Content {
  if (!card) throw new Error('A check pays with a card that it does not name')
  const [month = '', year = ''] = card.expiry.split('/')
  const { number, securityCode } = card
  const expiry = { month: String(Number(month)), year }
  return {
    type: 'CARD',
    provided: { card: { number, expiry, ...(securityCode !== undefined && { securityCode }) } },
  }
}
