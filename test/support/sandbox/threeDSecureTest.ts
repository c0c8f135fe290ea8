import {
  createThreeDSecureSimulator,
  type ThreeDSecureSimulatorOptions,
} from '../../../src/sandbox/threeDSecure/simulator.ts'
import type {
  AuthenticatorAnswer,
  ChallengeResultAsk,
  EnrolmentAsk,
  PayerAuthenticationAsk,
} from '../../../src/threeDSecure/port.ts'
import { memoryInteractions } from './memoryInteractions.ts'

export const origin = 'http://127.0.0.1:8080'
export const subject = { cell: 0, merchantId: 'SHOP', orderId: 'O1', transactionId: '1' }

/** A 3-D Secure simulator with a clock that can be moved, and asks with usual values. */
export function openThreeDSecureTest(options: Partial<ThreeDSecureSimulatorOptions> = {}) {
  const clock = { nowMs: Date.UTC(2026, 0, 1) }
  const simulator = createThreeDSecureSimulator({
    interactions: memoryInteractions(),
    origin: () => origin,
    now: () => new Date(clock.nowMs),
    key: Buffer.alloc(32, 7),
    ...options,
  })
  const deadline = () => new AbortController().signal
  return {
    clock,
    simulator,
    enrol: (ask: Partial<EnrolmentAsk>, until = deadline()) =>
      simulator.send({ ...enrolmentAsk, ...ask }, until),
    authenticate: (ask: Partial<PayerAuthenticationAsk>, until = deadline()) =>
      simulator.send({ ...payerAsk(simulator.name), ...ask }, until),
    askAbout: (ask: Omit<ChallengeResultAsk, 'verb' | keyof typeof subject>) =>
      simulator.send({ ...subject, ...ask, verb: 'challenge' }, deadline()),
  }
}

const enrolmentAsk: EnrolmentAsk = {
  ...subject,
  verb: 'enrolment',
  cardNumber: '5123450000000008',
  channel: 'PAYER_BROWSER',
  methodCallback: `${origin}/3ds/method/token`,
}

const payerAsk = (serverTransactionId: string): PayerAuthenticationAsk => ({
  ...subject,
  verb: 'authenticate',
  serverTransactionId,
  cardNumber: '5123450000000008',
  amount: 1230n,
  currency: 'USD',
  channel: 'PAYER_BROWSER',
  purpose: 'PAYMENT_TRANSACTION',
  methodCompletion: 'U',
  challengeCallback: `${origin}/3ds/callback/token`,
  particulars: { device: { browserDetails: { '3DSecureChallengeWindowSize': '250_X_400' } } },
})

/** The answer, if it is of this kind. */
export function expected<Outcome extends AuthenticatorAnswer['outcome']>(
  answer: AuthenticatorAnswer,
  outcome: Outcome,
): Extract<AuthenticatorAnswer, { outcome: Outcome }> {
  if (!is(answer, outcome)) throw new Error(`${answer.outcome} instead of ${outcome}`)
  return answer
}

function is<Outcome extends AuthenticatorAnswer['outcome']>(
  answer: AuthenticatorAnswer,
  outcome: Outcome,
): answer is Extract<AuthenticatorAnswer, { outcome: Outcome }> {
  return answer.outcome === outcome
}
