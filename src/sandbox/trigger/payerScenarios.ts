// Scenarios in which a payer takes part: authentication by the issuer, and payments at a provider's page.

import type { Content } from '../../contract/kit/content.ts'
import { type PayerAct, payerActs } from '../../providerHost/payerVisit.ts'
import { type ProviderTrigger, triggersByReference } from '../../providerHost/triggers.ts'
import {
  type AuthenticationTrigger,
  authenticationOutcomes,
  type ChallengeDecision,
  challengeDecisions,
} from '../threeDSecure/triggers.ts'
import {
  advancesClock,
  approval,
  asks,
  becomes,
  cardFunds,
  controls,
  money,
  payment,
  placeholders,
  type Scenario,
  type ScenarioStep,
  spoken,
} from './scenario.ts'

type AuthenticationOutcome = AuthenticationTrigger['outcome']

const initiation: Content = {
  apiOperation: 'INITIATE_AUTHENTICATION',
  authentication: { channel: 'PAYER_BROWSER' },
  order: money,
  sourceOfFunds: cardFunds(),
}

const authentication: Content = {
  apiOperation: 'AUTHENTICATE_PAYER',
  authentication: { redirectResponseUrl: 'https://shop.example/back' },
  order: money,
  device: {
    browser: 'TestBrowser/1.0',
    ipAddress: '192.0.2.9',
    browserDetails: {
      ...{ acceptHeaders: 'text/html', javaEnabled: false, language: 'en', timeZone: -60, colorDepth: 24 },
      ...{ screenHeight: 900, screenWidth: 1600, '3DSecureChallengeWindowSize': 'FULL_SCREEN' },
    },
  },
}

const payerPath = `/sandbox/merchants/${placeholders.merchant}/orders/${placeholders.order}/transactions`

type PromisedAuthentication = {
  readonly what: string
  readonly status: string
  readonly result: string
  readonly gatewayCode: string
  /** Whether a payment with it goes on. */
  readonly isGood: boolean
}

const isProven = { result: 'SUCCESS', gatewayCode: 'APPROVED', isGood: true } as const
const isUnproven = { result: 'FAILURE', gatewayCode: 'DECLINED', isGood: false } as const
const isDown = { status: 'AUTHENTICATION_UNAVAILABLE', isGood: true } as const

const byOutcome: Readonly<Record<Exclude<AuthenticationOutcome, 'challenge'>, PromisedAuthentication>> = {
  successful: {
    ...{ what: 'the issuer recognises the payer without a question', ...isProven },
    status: 'AUTHENTICATION_SUCCESSFUL',
  },
  attempted: {
    ...{ what: 'the issuer cannot authenticate, and the scheme vouches for the attempt', ...isProven },
    status: 'AUTHENTICATION_ATTEMPTED',
  },
  exempt: {
    ...{ what: 'the issuer agrees that no authentication is needed', ...isProven },
    status: 'AUTHENTICATION_EXEMPT',
  },
  failed: { what: 'the issuer does not believe the payer', ...isUnproven, status: 'AUTHENTICATION_FAILED' },
  rejected: { what: 'the issuer suspects fraud', ...isUnproven, status: 'AUTHENTICATION_REJECTED' },
  unavailable: {
    ...{ what: 'the issuer cannot say; the payment goes on at your risk', ...isDown },
    ...{ result: 'SUCCESS', gatewayCode: 'DECLINED' },
  },
  notEnrolled: {
    ...{ what: 'the card takes no part in 3-D Secure', result: 'SUCCESS', gatewayCode: 'NOT_SUPPORTED' },
    ...{ status: 'AUTHENTICATION_NOT_SUPPORTED', isGood: true },
  },
  error: { what: "the issuer's server fails", ...isDown, result: 'FAILURE', gatewayCode: 'SYSTEM_ERROR' },
  silent: { what: 'the issuer never answers', ...isDown, result: 'FAILURE', gatewayCode: 'TIMED_OUT' },
}

const byDecision: Readonly<Record<ChallengeDecision, PromisedAuthentication & { readonly name: string }>> = {
  Y: { name: 'challenge', ...byOutcome.successful, what: 'the payer passes a challenge, and pays' },
  N: { name: 'challenge_failed', ...byOutcome.failed, what: 'the payer fails a challenge' },
  cancelled: { name: 'challenge_cancelled', ...byOutcome.failed, what: 'the payer cancels a challenge' },
  timedOut: { name: 'challenge_timed_out', ...byOutcome.failed, what: 'the payer never ends a challenge' },
  U: { name: 'challenge_unavailable', ...byOutcome.unavailable, what: 'the issuer fails in a challenge' },
  R: { name: 'challenge_rejected', ...byOutcome.rejected, what: 'the issuer suspects fraud in a challenge' },
}

const promisedOf = ({ status, result, gatewayCode }: PromisedAuthentication) => ({
  ...{ result, gatewayCode },
  transaction: { authenticationStatus: status },
})

const scriptStep = (outcome: AuthenticationOutcome): ScenarioStep =>
  controls(
    'say what the issuer does',
    '/sandbox/authentication/scripts',
    {
      match: { merchantId: placeholders.merchant, orderId: placeholders.order },
      outcomes: [{ outcome }],
    },
    201,
  )

const initiated = asks('ask whether the payer can be authenticated', ['auth', initiation], {
  result: 'SUCCESS',
  gatewayCode: 'AUTHENTICATION_IN_PROGRESS',
})
const notEnrolled = asks('ask whether the payer can be authenticated', ['auth', initiation], {
  ...promisedOf(byOutcome.notEnrolled),
})

const paysWithIt = ({ isGood }: PromisedAuthentication): ScenarioStep =>
  asks(
    isGood ? 'pay with it' : 'try to pay with it',
    ['1', payment('PAY', { authentication: { transactionId: 'auth' } })],
    isGood ? approval : { result: 'FAILURE', gatewayCode: 'AUTHENTICATION_FAILED' },
  )

const authenticates = (promised: Parameters<typeof asks>[2]): ScenarioStep =>
  asks('authenticate the payer', ['auth', authentication], promised)

const challengeScenario = (decision: ChallengeDecision): Scenario => ({
  name: `authentication.${byDecision[decision].name}`,
  what: byDecision[decision].what,
  steps: [
    scriptStep('challenge'),
    initiated,
    authenticates({ result: 'PENDING', gatewayCode: 'PENDING' }),
    controls("end the challenge in the payer's place", `${payerPath}/auth/challenge`, { outcome: decision }),
    becomes('ask what came of it', 'auth', promisedOf(byDecision[decision])),
    paysWithIt(byDecision[decision]),
  ],
})

const frictionlessScenario = (outcome: Exclude<AuthenticationOutcome, 'challenge'>): Scenario => ({
  name: `authentication.${outcome === 'silent' ? 'timed_out' : spoken(outcome)}`,
  what: byOutcome[outcome].what,
  steps: [
    scriptStep(outcome),
    ...(outcome === 'notEnrolled'
      ? [notEnrolled]
      : [initiated, authenticates(promisedOf(byOutcome[outcome]))]),
    paysWithIt(byOutcome[outcome]),
  ],
})

export const authenticationScenarios: readonly Scenario[] = [
  ...challengeDecisions.map(challengeScenario),
  ...authenticationOutcomes.flatMap(outcome =>
    outcome === 'challenge' ? [] : frictionlessScenario(outcome),
  ),
]

const initiatedAtProvider = (reference?: string): ScenarioStep =>
  asks(
    'send the payer to the provider',
    [
      '1',
      {
        apiOperation: 'INITIATE_BROWSER_PAYMENT',
        browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/back' },
        order: { ...money, ...(reference !== undefined && { reference }) },
        sourceOfFunds: { type: 'BROWSER_PAYMENT' },
      },
    ],
    submitted,
  )
const submitted = { result: 'SUCCESS', gatewayCode: 'SUBMITTED' } as const

const acts = (act: PayerAct | 'open'): ScenarioStep =>
  controls("act in the payer's place", `${payerPath}/1/payer`, { act })

const endOf: Readonly<Record<PayerAct, { readonly code: string; readonly what: string }>> = {
  approve: { code: 'APPROVED', what: "the payer pays on the provider's page" },
  decline: { code: 'DECLINED', what: 'the provider declines the payer' },
  cancel: { code: 'CANCELLED', what: "the payer cancels on the provider's page" },
  abort: { code: 'ABORTED', what: "the payer leaves the provider's page" },
}

const decided = (gatewayCode: string) => ({
  ...{ gatewayCode, result: gatewayCode === 'APPROVED' ? 'SUCCESS' : 'FAILURE' },
})

const actScenario = (act: PayerAct): Scenario => ({
  name: `browser_payment.${spoken(endOf[act].code)}`,
  what: endOf[act].what,
  steps: [initiatedAtProvider(), acts(act), becomes('ask what came of it', '1', decided(endOf[act].code))],
})

function referenceScenario([reference, trigger]: readonly [string, ProviderTrigger]): Scenario {
  const begun = [initiatedAtProvider(reference), acts('open')]
  if (trigger === 'never')
    return {
      name: 'browser_payment.undecided',
      what: 'the provider never says what came of it: it stays SUBMITTED',
      steps: [...begun, becomes('ask what came of it', '1', submitted)],
    }
  const { gatewayCode, afterMs } = trigger
  const ends = becomes('ask what came of it', '1', decided(gatewayCode))
  const code = spoken(gatewayCode)
  if (afterMs === 0)
    return {
      name: `browser_payment.${code}_at_once`,
      what: `${code} without asking the payer, as order.reference says`,
      steps: [...begun, ends],
    }
  return {
    name: `browser_payment.${code}_later`,
    what: `undecided when the payer comes back, ${code} ${afterMs / 1_000} seconds later`,
    steps: [
      ...begun,
      becomes('ask what came of it', '1', submitted),
      advancesClock("move the sandbox's clock on", 'PT1M'),
      ends,
    ],
  }
}

export const browserPaymentScenarios: readonly Scenario[] = [
  ...payerActs.map(actScenario),
  ...[...triggersByReference].map(referenceScenario),
]
