// Scenarios in which the card decides: what the acquirer answers to a payment, and what is verified.

import {
  type AcquirerTrigger,
  avsByStreet,
  replyFor,
  securityCodes,
  triggersByExpiry,
} from '../../acquirerHost/testCards.ts'
import { inEnglish, meetingTexts } from '../../doctor/texts.ts'
import {
  approval,
  asks,
  becomes,
  cardFunds,
  money,
  payment,
  reversed,
  type Scenario,
  type ScenarioStep,
  spoken,
  timeOut,
} from './scenario.ts'

function firstAnswer(trigger: AcquirerTrigger, expiry: string): ScenarioStep {
  const isPartial = trigger === 'PARTIALLY_APPROVED'
  const order = { ...money, ...(isPartial && { acceptPartialAmount: true }) }
  const body = payment('PAY', { order, sourceOfFunds: cardFunds({ expiry }) })
  const promised = trigger === 'TIMED_OUT' ? timeOut : { result: resultOf(trigger), gatewayCode: trigger }
  return asks(inEnglish(meetingTexts, { name: 'pays', values: { expiry } }), ['1', body], promised)
}

const resultOf = (trigger: AcquirerTrigger): string => results[replyFor(trigger).outcome]
const results = { approved: 'SUCCESS', declined: 'FAILURE', pending: 'PENDING', unknown: 'UNKNOWN' } as const

const later: { readonly [trigger in AcquirerTrigger]?: readonly ScenarioStep[] } = {
  PENDING: [becomes('ask until it is decided', '1', approval)],
  TIMED_OUT: [becomes('ask until the acquirer has acknowledged the reversal', '1', reversed)],
  UNKNOWN: [becomes('ask until the acquirer has acknowledged the reversal', '1', reversed)],
}

const meanings: Readonly<Record<AcquirerTrigger, string>> = {
  APPROVED: 'the issuer approves',
  APPROVED_PENDING_SETTLEMENT: 'approved, to be settled later',
  PARTIALLY_APPROVED: 'the issuer approves half, and the request accepts that',
  DECLINED: 'the issuer declines, without a reason',
  INSUFFICIENT_FUNDS: 'the account does not hold enough',
  EXPIRED_CARD: 'the card has expired',
  BLOCKED: 'the card is blocked: do not try it again',
  DECLINED_DO_NOT_CONTACT: 'the issuer wants the card withdrawn: do not try it again',
  REFERRED: 'the issuer wants to be called',
  UNSPECIFIED_FAILURE: 'the acquirer fails, and does not say why',
  ACQUIRER_SYSTEM_ERROR: 'the issuer cannot be reached',
  SYSTEM_ERROR: 'the acquirer is out of order',
  PENDING: 'undecided at first, approved a second later',
  TIMED_OUT: 'the acquirer takes the money and never answers: TIMED_OUT, then a reversal',
  UNKNOWN: 'the acquirer does not know the outcome: UNKNOWN, then a reversal and TIMED_OUT',
}

const places = Object.keys(meanings)

/** One for each outcome that an expiry date provokes; of several dates the latest. */
export const paymentsByCard: readonly Scenario[] = [
  ...new Map([...triggersByExpiry].map(([expiry, trigger]) => [trigger, expiry])),
]
  .sort(([one], [other]) => places.indexOf(one) - places.indexOf(other))
  .map(([trigger, expiry]) => ({
    name: `payment.${trigger === 'PARTIALLY_APPROVED' ? 'partial_approval' : spoken(trigger)}`,
    what: meanings[trigger],
    steps: [firstAnswer(trigger, expiry), ...(later[trigger] ?? [])],
  }))

export const securityCodeScenarios: readonly Scenario[] = [...securityCodes].map(([securityCode, code]) => ({
  name: `security_code.${spoken(code)}`,
  what: `approved, and response.cardSecurityCode says ${code}`,
  steps: [
    asks(
      `pay with the security code ${securityCode}`,
      ['1', payment('PAY', { sourceOfFunds: cardFunds({ securityCode }) })],
      { ...approval, response: { cardSecurityCode: { gatewayCode: code } } },
    ),
  ],
}))

export const addressScenarios: readonly Scenario[] = [...avsByStreet].map(([street, code]) => ({
  name: `address.${spoken(code)}`,
  what: `approved, and response.cardholderVerification.avs says ${code}`,
  steps: [
    asks(
      `pay with the billing address 1 ${street}`,
      ['1', payment('PAY', { billing: { address: { street: `1 ${street}`, postcodeZip: '12345' } } })],
      { ...approval, response: { cardholderVerification: { avs: { gatewayCode: code } } } },
    ),
  ],
}))
