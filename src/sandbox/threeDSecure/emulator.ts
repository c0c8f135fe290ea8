import { toDecimal } from '../../orders/money.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { brandOf } from '../../standards/cardBrands.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import type {
  Authenticator,
  AuthenticatorAnswer,
  ChallengeResultAsk,
  EnrolmentAsk,
  PayerAuthenticationAsk,
} from '../../threeDSecure/port.ts'
import type { InteractionShelf } from '../provider/interactions.ts'
import { type Challenges, createChallenges } from './challenges.ts'
import { type Conducts, createConducts } from './conducts.ts'
import { createIssuer, type Issuer } from './issuer.ts'
import { judgement, verdictsByDecision, verdictsByOutcome } from './judgement.ts'
import { messageVersion, writeChallengeRequest, writeMethodData } from './messages.ts'
import { derivedId, derivedToken, type Subject } from './names.ts'
import { merchantNameIn, windowSizeIn } from './particulars.ts'
import type { AuthenticationScripts } from './scripts.ts'

export type ThreeDSecureSimulatorOptions = {
  readonly shelf: InteractionShelf
  /** Where browsers reach this gateway, and with it the issuer's pages. */
  readonly origin: () => string
  readonly now: () => Date
  /** Whatever is made up is derived under it, so it has to stay the same. */
  readonly key: Buffer
  readonly scripts?: Pick<AuthenticationScripts, 'next'>
}

export type ThreeDSecureSimulator = Authenticator & { readonly issuer: Issuer }

/**
 * A directory server and the issuers behind it, to rehearse against. The card or a script says what they do;
 * what a payer decides at a challenge stands on the shelf, whatever the browser tells.
 */
export function createThreeDSecureSimulator(parts: ThreeDSecureSimulatorOptions): ThreeDSecureSimulator {
  const challenges = createChallenges(parts)
  const bench: Bench = { ...parts, challenges, conducts: createConducts(parts) }
  return {
    name: 'emulator',
    issuer: createIssuer({ ...parts, challenges }),
    async send(ask, deadline) {
      if (deadline.aborted) return silent
      try {
        const answer = await answerTo(bench, ask)
        if (answer.outcome === 'silent') await over(deadline)
        return deadline.aborted ? silent : answer
      } catch (error) {
        // Nobody knows whether it was written: as good as a lost connection.
        if (error instanceof StoreUnavailable) return silent
        throw error
      }
    },
  }
}

type Bench = ThreeDSecureSimulatorOptions & { readonly challenges: Challenges; readonly conducts: Conducts }

const silent: AuthenticatorAnswer = { outcome: 'silent' }

async function answerTo(bench: Bench, ask: EnrolmentAsk | PayerAuthenticationAsk | ChallengeResultAsk) {
  switch (ask.verb) {
    case 'enrolment':
      return enrolment(bench, ask)
    case 'authenticate':
      return authentication(bench, ask)
    case 'challenge':
      return challengeResult(bench, ask)
  }
}

async function enrolment(bench: Bench, ask: EnrolmentAsk): Promise<AuthenticatorAnswer> {
  const serverTransactionId = derivedId(bench.key, 'server', ask)
  const { outcome, at, wantsMethod } = await bench.conducts.of(serverTransactionId, ask)
  if (outcome === 'notEnrolled') return { outcome: 'notEnrolled' }
  if (outcome === 'error' && at === 'initiate') return failed('The directory server cannot answer.')
  if (outcome === 'silent' && at === 'initiate') return silent
  const data = writeMethodData({ serverTransactionId, notificationUrl: ask.methodCallback })
  return {
    outcome: 'enrolled',
    serverTransactionId,
    protocolVersion: messageVersion,
    directoryServerId: directoryServerOf(ask.cardNumber),
    requestorId: `SANDBOX-${ask.merchantId}`.slice(0, requestorIdMax),
    requestorName: ask.merchantId,
    ...(wantsMethod && { method: { url: `${bench.origin()}/sandbox/acs/method`, data } }),
  }
}

/** One for each network, ten characters long as such identifiers are. */
const directoryServerOf = (cardNumber: string): string => `SANDBOX00${brandOf(cardNumber).at(-1)}`
const requestorIdMax = 35

async function authentication(bench: Bench, ask: PayerAuthenticationAsk): Promise<AuthenticatorAnswer> {
  const conduct = await bench.conducts.of(ask.serverTransactionId, ask)
  switch (conduct.outcome) {
    case 'notEnrolled':
      return { outcome: 'notEnrolled' }
    case 'error':
      return failed('The directory server cannot answer.')
    case 'silent':
      return silent
    case 'challenge':
      return challenge(bench, ask, conduct.payer)
    default:
      return { outcome: 'judged', ...judgement(verdictsByOutcome[conduct.outcome], judgedCard(bench, ask)) }
  }
}

async function challenge(
  bench: Bench,
  ask: PayerAuthenticationAsk,
  payer?: string,
): Promise<AuthenticatorAnswer> {
  const { merchantId, orderId, transactionId, serverTransactionId, currency, cardNumber } = ask
  const { acsTransactionId, ...ids } = idsOf(bench.key, ask)
  await bench.challenges.open(acsTransactionId, {
    ...{ merchantId, orderId, transactionId, serverTransactionId, currency },
    callback: ask.challengeCallback,
    merchantName: merchantNameIn(ask.particulars) ?? merchantId,
    amount: toDecimal(ask.amount, currency),
    maskedCard: maskedNumber(cardNumber),
    brand: brandOf(cardNumber),
  })
  const windowSize = windowSizeIn(ask.particulars)
  return {
    outcome: 'challenge',
    ...{ acsTransactionId, ...ids },
    acsUrl: `${bench.origin()}/sandbox/acs/challenge${payer === undefined ? '' : `?outcome=${payer}`}`,
    challengeRequest: writeChallengeRequest({ serverTransactionId, acsTransactionId, windowSize }),
  }
}

async function challengeResult(bench: Bench, ask: ChallengeResultAsk): Promise<AuthenticatorAnswer> {
  const held = await bench.challenges.find(ask.acsTransactionId)
  if (held?.serverTransactionId !== ask.serverTransactionId) return failed('There is no such challenge.')
  if (held.decision === undefined) return { outcome: 'undecided' }
  const verdict = verdictsByDecision[held.decision]
  const authenticationToken = derivedToken(bench.key, 'cryptogram', held)
  const card = { ...idsOf(bench.key, held), brand: held.brand, authenticationToken }
  return { outcome: 'judged', ...judgement(verdict, card) }
}

function judgedCard({ key }: Bench, ask: PayerAuthenticationAsk) {
  const authenticationToken = derivedToken(key, 'cryptogram', ask)
  return { ...idsOf(key, ask), brand: brandOf(ask.cardNumber), authenticationToken }
}

function idsOf(key: Buffer, subject: Subject) {
  return {
    acsTransactionId: derivedId(key, 'issuer', subject),
    dsTransactionId: derivedId(key, 'directory', subject),
    protocolVersion: messageVersion,
  }
}

const failed = (message: string): AuthenticatorAnswer => ({ outcome: 'failed', message })

function over(deadline: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (deadline.aborted) return resolve()
    deadline.addEventListener('abort', () => resolve(), { once: true })
  })
}
