// What an authentication is for: one payment, the first or a later one of a series, or a card to be kept.

import { currencyExponent, numberOfCurrency } from '../../../standards/currencies.ts'
import { isMoment } from '../messages/form.ts'
import type { ProtocolVersion } from '../settings.ts'
import type { Particulars } from './particulars.ts'

export type AuthenticationAim = {
  readonly version: ProtocolVersion
  readonly purpose: string
  readonly is3ri: boolean
  readonly amount: bigint
  readonly currency: string
}

/** A series is named only with all that its version wants to know of one; else it is an ordinary payment. */
export function aimOf(aim: AuthenticationAim, given: Particulars) {
  if (aim.purpose !== 'PAYMENT_TRANSACTION') return aimAtCard(aim)
  const type = given.text('agreement.type')
  const payments = given.integer('agreement.numberOfPayments') ?? 0
  const instalments = type === 'INSTALLMENT' && payments > 1 ? String(payments) : undefined
  const isSeries = type === 'RECURRING' || instalments !== undefined
  const plan = isSeries ? planOf(aim, given) : undefined
  if (aim.is3ri) return { ...plan, ...laterPayment(given, isSeries, instalments) }
  if (plan === undefined) return { threeDSRequestorAuthenticationInd: '01' }
  return instalments === undefined
    ? { ...plan, threeDSRequestorAuthenticationInd: '02' }
    : { ...plan, threeDSRequestorAuthenticationInd: '03', purchaseInstalData: instalments }
}

function aimAtCard({ purpose, is3ri }: AuthenticationAim) {
  const isNew = purpose === 'ADD_CARD'
  return is3ri
    ? { threeRIInd: isNew ? '03' : '04' }
    : { threeDSRequestorAuthenticationInd: isNew ? '04' : '05' }
}

function laterPayment(given: Particulars, isSeries: boolean, instalments: string | undefined) {
  if (instalments !== undefined) return { threeRIInd: '02', purchaseInstalData: instalments }
  if (isSeries) return { threeRIInd: '01' }
  const isShipment = given.text('order.industryPracticePaymentReason') === 'PARTIAL_SHIPMENT'
  return { threeRIInd: isShipment ? splitShipment : otherPayment }
}

const splitShipment = '06'
/** Any other payment without the payer. */
const otherPayment = '11'

function planOf(aim: AuthenticationAim, given: Particulars) {
  const expiry = dayOf(given.text('agreement.expiryDate'))
  const days = given.integer('agreement.minimumDaysBetweenPayments') ?? usualDays(given)
  if (aim.version === '2.3.1') return planOf231(aim, given, { expiry, days })
  if (expiry === undefined || days === undefined) return undefined
  return { recurringExpiry: expiry, recurringFrequency: String(days) }
}

type Rhythm = { readonly expiry: string | undefined; readonly days: number | undefined }

/** From 2.3.1 on, what is not fixed may be left open. */
function planOf231({ amount, currency }: AuthenticationAim, given: Particulars, { expiry, days }: Rhythm) {
  const first = dayOf(given.text('agreement.startDate'))
  const isFixed = given.text('agreement.amountVariability') === 'FIXED'
  const isRegular = days !== undefined && first !== undefined
  return {
    recurringInd: { amountInd: isFixed ? '01' : '02', frequencyInd: isRegular ? '01' : '02' },
    recurringExpiry: expiry,
    ...(isRegular && { recurringFrequency: String(days), recurringDate: first }),
    ...(isFixed && {
      recurringAmount: String(amount),
      recurringCurrency: numberOfCurrency(currency),
      recurringExponent: String(currencyExponent(currency)),
    }),
  }
}

const dayOf = (date: string | undefined): string | undefined => {
  const day = date?.replaceAll('-', '') ?? ''
  return day.length === 8 && isMoment(day) ? day : undefined
}

/** The fewest days from one payment to the next. */
const usualDays = (given: Particulars): number | undefined =>
  daysOfFrequency.get(given.text('agreement.paymentFrequency') ?? '')

const daysOfFrequency: ReadonlyMap<string, number> = new Map([
  ['DAILY', 1],
  ['WEEKLY', 7],
  ['FORTNIGHTLY', 14],
  ['MONTHLY', 28],
  ['QUARTERLY', 90],
  ['TWICE_YEARLY', 181],
  ['YEARLY', 365],
])
