import type { DemoFlow } from './flows.ts'

/** An outcome that a visitor can choose, and the card or reference that gives it. */
export type DemoScenario = {
  readonly id: string
  readonly name: string
  /** What will happen, for a newcomer. */
  readonly what: string
  readonly card?: DemoCard
  /** order.reference, the trigger of the provider simulator. */
  readonly reference?: string
}

type DemoCard = { readonly number: string; readonly expiry: string; readonly code: string }

type DemoScenarioGroup = { readonly title: string; readonly scenarios: readonly DemoScenario[] }

export const scenariosFor = (flow: DemoFlow): readonly DemoScenarioGroup[] =>
  flow === 'browser' ? providerScenarios : cardScenarios

const card = (number: string, expiry = '01/39', code = '100'): { readonly card: DemoCard } => ({
  card: { number, expiry, code },
})

/** Its issuer recognises the payer without asking, so the expiry date alone decides. */
const recognised = '5123456789012346'

const cardScenarios: readonly DemoScenarioGroup[] = [
  {
    title: 'It works',
    scenarios: [
      {
        id: 'approved',
        name: 'Approved',
        what: 'The issuer recognises the payer without a question (frictionless), and approves.',
        ...card(recognised),
      },
      {
        id: 'challenge',
        name: 'Challenge',
        what: 'The issuer shows its page and wants to be convinced. Answer “success”, or anything else.',
        ...card('5123450000000008'),
      },
      {
        id: 'attempted',
        name: 'Attempted',
        what: 'The issuer cannot authenticate, so the scheme vouches for the attempt. The payment goes on.',
        ...card('5500005555555559'),
      },
      {
        id: 'notEnrolled',
        name: 'Not enrolled',
        what: 'The card takes no part in 3-D Secure. The payment goes on without it.',
        ...card('5111111111111118'),
      },
      {
        id: 'unavailable',
        name: '3-D Secure is down',
        what: 'The issuer cannot answer now. You may go on, but the risk is yours.',
        ...card('5123459999998221'),
      },
      {
        id: 'exempt',
        name: 'Exempt',
        what: 'The issuer agrees that this payment needs no authentication.',
        ...card('5000000000000000005'),
      },
      {
        id: 'securityCode',
        name: 'Wrong security code',
        what: 'The issuer approves although the code does not match: you read `NO_MATCH` and decide.',
        ...card(recognised, '01/39', '102'),
      },
    ],
  },
  {
    title: 'The bank says no',
    scenarios: [
      {
        id: 'declined',
        name: 'Declined',
        what: 'The issuer says no, without a reason.',
        ...card(recognised, '05/39'),
      },
      {
        id: 'insufficientFunds',
        name: 'Insufficient funds',
        what: 'The account does not hold enough.',
        ...card(recognised, '02/39'),
      },
      {
        id: 'expired',
        name: 'Expired card',
        what: 'The issuer says that the card is no longer valid.',
        ...card(recognised, '10/39'),
      },
      {
        id: 'referred',
        name: 'Referred',
        what: 'The issuer wants to be called first.',
        ...card(recognised, '03/39'),
      },
      {
        id: 'timeout',
        name: 'Time-out and reversal',
        what: 'The acquirer stays silent. After two seconds the gateway gives up, and reverses.',
        ...card(recognised, '11/39'),
      },
      {
        id: 'pending',
        name: 'Decided later',
        what: 'The acquirer takes the payment and answers `PENDING`; the outcome comes later.',
        ...card(recognised, '08/39'),
      },
    ],
  },
  {
    title: 'The payer is not believed',
    scenarios: [
      {
        id: 'failed',
        name: 'Challenge failed',
        what: 'The issuer asks. Answer “failed” or “cancelled” on its page.',
        ...card('2223000000000007'),
      },
      {
        id: 'rejected',
        name: 'Rejected',
        what: 'The issuer refuses the payer at once, without a challenge.',
        ...card('5506900140100503'),
      },
      {
        id: 'schemeError',
        name: 'Scheme error',
        what: 'The 3-D Secure server breaks while the payer is being authenticated.',
        ...card('5455031257390496'),
      },
    ],
  },
]

const providerScenarios: readonly DemoScenarioGroup[] = [
  {
    title: 'Ask the payer',
    scenarios: [
      {
        id: 'ask',
        name: 'You decide',
        what: 'The page of the provider asks you: pay, be declined, cancel or leave.',
        reference: '',
      },
    ],
  },
  {
    title: 'At once',
    scenarios: [
      {
        id: 'succeed',
        name: 'Approved',
        what: 'The provider approves at once.',
        reference: 'TEST-SUCCEED',
      },
      {
        id: 'decline',
        name: 'Declined',
        what: 'The provider declines.',
        reference: 'TEST-FAIL-DECLINE',
      },
      {
        id: 'noFunds',
        name: 'Insufficient funds',
        what: 'The provider declines with a code of your choice.',
        reference: 'DEMO.FAILINSUFFICIENT_FUNDS',
      },
    ],
  },
  {
    title: 'Later',
    scenarios: [
      {
        id: 'later',
        name: 'Approved later',
        what: 'Undecided when the payer comes back, approved some seconds later. Look again.',
        reference: 'TEST-SUCCESS-INIT',
      },
      {
        id: 'declinedLater',
        name: 'Declined later',
        what: 'Undecided when the payer comes back, declined some seconds later. Look again.',
        reference: 'TEST-FAIL-INIT',
      },
      {
        id: 'never',
        name: 'Never decided',
        what: 'The provider never says what came of it. The order stays open.',
        reference: 'TEST-PENDING',
      },
    ],
  },
]
