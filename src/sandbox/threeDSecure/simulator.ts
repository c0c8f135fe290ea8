import { toDecimal } from '../../orders/money.ts'
import { brandOf } from '../../standards/cardBrands.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import type {
  Authenticator,
  AuthenticatorAnswer,
  ChallengeResultAsk,
  EnrolmentAsk,
  PayerAuthenticationAsk,
} from '../../threeDSecure/port.ts'
import { type ChallengeWindowSize, challengeWindowSizes } from '../../threeDSecure/redirect.ts'
import type { InteractionStore } from '../interactions.ts'
import { answerOrSilence, silence, silenceUntil } from '../silence.ts'
import {
  type ChallengeStore,
  createChallengeStore,
  createIssuer,
  type Issuer,
  unnamedShop,
} from './issuer.ts'
import {
  type AuthenticationSubject,
  deriveId,
  deriveToken,
  messageVersion,
  writeChallengeRequest,
  writeMethodData,
} from './messages.ts'
import {
  type AuthenticationScripts,
  type AuthenticationTriggers,
  createAuthenticationTriggers,
} from './scripts.ts'
import { authenticationResult, verdictsByChallengeDecision, verdictsByOutcome } from './triggers.ts'

/**
 * The 3-D Secure simulator: a directory server and the issuers behind it, for sandboxes. The card
 * (`triggers.ts`) or a script (`scripts.ts`) decides what they answer. The result of a challenge is what the
 * payer decided on the issuer's page (`issuer.ts`), whatever the browser says afterwards.
 */
export function createThreeDSecureSimulator(options: ThreeDSecureSimulatorOptions): ThreeDSecureSimulator {
  const challenges = createChallengeStore(options)
  const context: SimulatorContext = {
    ...options,
    challenges,
    triggers: createAuthenticationTriggers(options),
  }
  return {
    name: 'simulator',
    issuer: createIssuer({ ...options, challenges }),
    send: (ask, deadline) =>
      answerOrSilence(deadline, async () => {
        const answer = await answerTo(context, ask)
        if (answer.outcome === 'silent') return silenceUntil(deadline)
        return deadline.aborted ? silence : answer
      }),
  }
}

export type ThreeDSecureSimulatorOptions = {
  readonly interactions: InteractionStore
  /** Where browsers reach this gateway, and with it the issuer's pages. */
  readonly origin: () => string
  readonly now: () => Date
  /** Ids and cryptograms are derived under it, so it has to stay the same. */
  readonly key: Buffer
  readonly scripts?: Pick<AuthenticationScripts, 'next'>
}

type ThreeDSecureSimulator = Authenticator & { readonly issuer: Issuer }

type SimulatorContext = ThreeDSecureSimulatorOptions & {
  readonly challenges: ChallengeStore
  readonly triggers: AuthenticationTriggers
}

async function answerTo(
  context: SimulatorContext,
  ask: EnrolmentAsk | PayerAuthenticationAsk | ChallengeResultAsk,
) {
  switch (ask.verb) {
    case 'enrolment':
      return answerEnrolment(context, ask)
    case 'authenticate':
      return answerAuthentication(context, ask)
    case 'challenge':
      return answerChallengeResult(context, ask)
  }
}

async function answerEnrolment(context: SimulatorContext, ask: EnrolmentAsk): Promise<AuthenticatorAnswer> {
  const serverTransactionId = deriveId(context.key, 'server', ask)
  const { outcome, at, wantsMethod } = await context.triggers.of(serverTransactionId, ask)
  if (outcome === 'notEnrolled') return { outcome: 'notEnrolled' }
  if (outcome === 'error' && at === 'initiate') return failed('The directory server cannot answer.')
  if (outcome === 'silent' && at === 'initiate') return silence
  const data = writeMethodData({ serverTransactionId, notificationUrl: ask.methodCallback })
  return {
    outcome: 'enrolled',
    serverTransactionId,
    protocolVersion: messageVersion,
    directoryServerId: directoryServerOf(ask.cardNumber),
    requestorId: `SANDBOX-${ask.merchantId}`.slice(0, requestorIdMax),
    requestorName: ask.merchantId,
    ...(wantsMethod &&
      ask.channel !== 'MERCHANT_REQUESTED' && {
        method: { url: `${context.origin()}/sandbox/acs/method`, data },
      }),
  }
}

/** One for each network; such identifiers have ten characters. */
const directoryServerOf = (cardNumber: string): string => `SANDBOX00${brandOf(cardNumber).at(-1)}`
const requestorIdMax = 35

async function answerAuthentication(
  context: SimulatorContext,
  ask: PayerAuthenticationAsk,
): Promise<AuthenticatorAnswer> {
  const trigger = await context.triggers.of(ask.serverTransactionId, ask)
  switch (trigger.outcome) {
    case 'notEnrolled':
      return { outcome: 'notEnrolled' }
    case 'error':
      return failed('The directory server cannot answer.')
    case 'silent':
      return silence
    case 'challenge':
      return openChallenge(context, ask, trigger.payer)
    default:
      return {
        outcome: 'judged',
        ...authenticationResult(verdictsByOutcome[trigger.outcome], authenticatedCard(context, ask)),
      }
  }
}

async function openChallenge(
  context: SimulatorContext,
  ask: PayerAuthenticationAsk,
  payer?: string,
): Promise<AuthenticatorAnswer> {
  const { merchantId, orderId, transactionId, serverTransactionId, currency, cardNumber } = ask
  const { acsTransactionId, ...ids } = idsOf(context.key, ask)
  await context.challenges.open(acsTransactionId, {
    ...{ merchantId, orderId, transactionId, serverTransactionId, currency },
    callback: ask.challengeCallback,
    merchantName: merchantNameIn(ask.particulars) ?? unnamedShop,
    amount: toDecimal(ask.amount, currency),
    maskedCard: maskedNumber(cardNumber),
    brand: brandOf(cardNumber),
  })
  const windowSize = windowSizeIn(ask.particulars)
  return {
    outcome: 'challenge',
    ...{ acsTransactionId, ...ids },
    acsUrl: `${context.origin()}/sandbox/acs/challenge${payer === undefined ? '' : `?outcome=${payer}`}`,
    challengeRequest: writeChallengeRequest({ serverTransactionId, acsTransactionId, windowSize }),
  }
}

async function answerChallengeResult(
  context: SimulatorContext,
  ask: ChallengeResultAsk,
): Promise<AuthenticatorAnswer> {
  const stored = await context.challenges.find(ask.acsTransactionId)
  if (stored?.serverTransactionId !== ask.serverTransactionId) return failed('There is no such challenge.')
  if (stored.decision === undefined) return { outcome: 'undecided' }
  const verdict = verdictsByChallengeDecision[stored.decision]
  const authenticationToken = deriveToken(context.key, 'cryptogram', stored)
  const card = { ...idsOf(context.key, stored), brand: stored.brand, authenticationToken }
  return { outcome: 'judged', ...authenticationResult(verdict, card) }
}

function authenticatedCard({ key }: SimulatorContext, ask: PayerAuthenticationAsk) {
  const authenticationToken = deriveToken(key, 'cryptogram', ask)
  return { ...idsOf(key, ask), brand: brandOf(ask.cardNumber), authenticationToken }
}

function idsOf(key: Buffer, subject: AuthenticationSubject) {
  return {
    acsTransactionId: deriveId(key, 'issuer', subject),
    dsTransactionId: deriveId(key, 'directory', subject),
    protocolVersion: messageVersion,
  }
}

const failed = (message: string): AuthenticatorAnswer => ({ outcome: 'failed', message })

/** How large the merchant's frame is, as EMV 3-D Secure numbers the sizes. */
function windowSizeIn(particulars: object): string {
  const given = valueAt(particulars, ['device', 'browserDetails', '3DSecureChallengeWindowSize'])
  const size = challengeWindowSizes.find(one => one === given) ?? 'FULL_SCREEN'
  return windowSizeNumbers[size]
}

const windowSizeNumbers = {
  '250_X_400': '01',
  '390_X_400': '02',
  '500_X_600': '03',
  '600_X_400': '04',
  FULL_SCREEN: '05',
} as const satisfies Record<ChallengeWindowSize, string>

/** The shop's name as the payer is shown it. */
function merchantNameIn(particulars: object): string | undefined {
  const name = valueAt(particulars, ['merchant', 'name'])
  return typeof name === 'string' && name !== '' ? name.slice(0, nameMax) : undefined
}

const nameMax = 100

function valueAt(group: unknown, path: readonly string[]): unknown {
  let value = group
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([key]) => key === name)?.[1]
  }
  return value
}
