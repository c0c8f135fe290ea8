import { transactionIds } from '../../../src/pages/checkout/attempts.ts'
import type { AuthenticationResult, AuthenticatorAnswer } from '../../../src/threeDSecure/port.ts'
import type { testCheckout } from './testCheckout.ts'

/** For tests: what schemes and issuers say. */
const ids = { acsTransactionId: 'acs', dsTransactionId: 'ds', protocolVersion: '2.2.0' }
export const enrolled = {
  outcome: 'enrolled',
  serverTransactionId: 'server',
  protocolVersion: '2.2.0',
  directoryServerId: 'directory',
  requestorId: 'requestor',
  requestorName: 'Shop',
} as const satisfies AuthenticatorAnswer
export const wantsToLook = { ...enrolled, method: { url: 'https://bank.example/look', data: 'data' } }
export const notEnrolled = { outcome: 'notEnrolled' } as const
export const challenge = {
  outcome: 'challenge',
  ...ids,
  acsUrl: 'https://bank.example/challenge',
  challengeRequest: 'creq',
} as const satisfies AuthenticatorAnswer
export const judged = (
  transactionStatus: AuthenticationResult['transactionStatus'],
  statusReasonCode?: string,
) => ({
  outcome: 'judged' as const,
  ...ids,
  transactionStatus,
  ...(statusReasonCode !== undefined && { statusReasonCode }),
})

type TestCheckout = ReturnType<typeof testCheckout>

/** The issuer's page sends the browser back to the gateway, which asks the issuer. */
export async function settleChallenge(
  checkout: TestCheckout,
  sessionId: string,
  answer: AuthenticatorAnswer,
  attempt = 1,
) {
  checkout.others.authentications.push(answer)
  const key = { cell: 0, merchantId: 'M', orderId: 'O' }
  await checkout.interactions.inquire(key, transactionIds(sessionId, attempt).authentication)
}

/** What the acquirer was asked to take or to look at. */
export const charges = ({ asks }: TestCheckout) =>
  asks.filter(({ verb }) => verb === 'pay' || verb === 'authorize' || verb === 'verify')
