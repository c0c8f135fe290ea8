// What orders are found by, as short text that is stored with the intent: reading it again is much cheaper
// than parsing the request.

import type { RequestContents } from './documents.ts'

/** In the order in which they are written. The reference comes last: it is the only one that is free text. */
export const searchFactNames = ['brand', 'lastFour', 'prefix', 'funding', 'email', 'reference'] as const

/** Between two facts: a unit separator. */
export const factSeparator = '\u001f'

/** Empty where the request has none of them. */
export function searchFactsOf({ fields }: Pick<RequestContents, 'fields'>): string {
  const { sourceOfFunds, order, customer, transaction } = fields
  const card = sourceOfFunds?.provided?.card ?? sourceOfFunds?.provided?.giftCard
  const email = customer?.email
  const reference = order?.reference ?? transaction?.reference ?? ''
  if (card === undefined && email === undefined && reference === '') return ''
  const number = card?.number ?? ''
  const prefix = prefixForm.test(number) ? number.slice(0, 6) : ''
  const lastFour = lastFourForm.test(number) ? number.slice(-4) : ''
  const ofCard = `${card?.brand ?? ''}${gap}${lastFour}${gap}${prefix}${gap}${card?.fundingMethod ?? ''}`
  return `${ofCard}${gap}${email?.toLowerCase() ?? ''}${gap}${reference.slice(0, 40)}`
}

const gap = factSeparator
const prefixForm = /^[0-9]{6}/
const lastFourForm = /[0-9]{4}$/
