import type { Counterparties, PayerCallbacks } from '../../src/operations/model/counterparties.ts'
import type { ConsultedAnswer, ConsultedAsk } from '../../src/operations/model/flow.ts'
import type { PaymentProvider, ProviderAnswer, ProviderAsk } from '../../src/providers/port.ts'
import type { AcquirerBooks } from '../../src/sandbox/acquirer/books.ts'
import type { PayerVisits } from '../../src/sandbox/provider/payerVisits.ts'
import { createProviderSimulator } from '../../src/sandbox/provider/simulator.ts'
import type { Issuer } from '../../src/sandbox/threeDSecure/issuer.ts'
import { createThreeDSecureSimulator } from '../../src/sandbox/threeDSecure/simulator.ts'
import {
  type Authenticator,
  type AuthenticatorAnswer,
  type AuthenticatorAsk,
  absentLegacyEnrolmentRegister,
} from '../../src/threeDSecure/port.ts'
import { memoryInteractions } from '../support/sandbox/memoryInteractions.ts'
import { createAddresses, linkAddresses } from './addresses.ts'
import type { ChallengePages, PayerDecision } from './challengePages.ts'
import { createLine, type LineParts } from './line.ts'
import { PayerLedger } from './payerLedger.ts'
import type { World } from './world.ts'

/**
 * The payment provider and the issuer, whom payers meet besides the merchant. Neither dies or forgets
 * anything.
 */
export type Outside = {
  readonly provider: PaymentProvider
  /** The provider's pages. What is paid there is in the acquirer's books. */
  readonly visits: PayerVisits
  readonly authenticator: Authenticator
  /** The emulated issuer's pages, where payers are authenticated. */
  readonly pages: ChallengePages
  readonly addresses: PayerCallbacks
  readonly payerLedger: PayerLedger
}

export const origin = 'https://pay.example'

export function createOutside({ world, books, tell }: OutsideParts): Outside {
  const now = () => new Date(world.nowMs())
  const interactions = memoryInteractions()
  const place = { interactions, now, origin: () => origin }
  const { visits, ...simulator } = createProviderSimulator({ ...place, books })
  const provider = holdingCancels(simulator, books, world.nowMs)
  const { issuer, ...authenticator } = createThreeDSecureSimulator({ ...place, key: Buffer.alloc(32, 5) })
  const payerLedger = new PayerLedger()
  const note = (ask: ConsultedAsk, answer: ConsultedAnswer) => {
    payerLedger.said(ask, answer)
    tell(() => `${ask.verb} ${ask.orderId}/${ask.transactionId} is answered: ${answer.outcome}`)
  }
  return {
    provider: { ...provider, send: overheard<ProviderAsk, ProviderAnswer>(provider.send, note) },
    visits,
    authenticator: {
      ...authenticator,
      send: overheard<AuthenticatorAsk, AuthenticatorAnswer>(authenticator.send, note),
    },
    pages: pagesOf(issuer),
    addresses: createAddresses(world.nowMs),
    payerLedger,
  }
}

/** As the protocol wants it: who is cancelled ends up without a charge, however late the cancel arrives. */
function holdingCancels(
  { send, ...provider }: PaymentProvider,
  books: AcquirerBooks,
  nowMs: () => number,
): PaymentProvider {
  const cancelled = new Set<string>()
  return {
    ...provider,
    async send(ask, deadline) {
      const answer = await send(ask, deadline)
      if (ask.verb === 'initiate' || answer.outcome !== 'approved') return answer
      const { verb, merchantId, orderId, transactionId, currency, interactionId } = ask
      if (verb === 'progress' && ask.isOver) cancelled.add(interactionId)
      if (!cancelled.has(interactionId)) return answer
      await books.post({
        ...{ merchantId, orderId, transactionId, currency, kind: 'reversal', amount: answer.amount },
        ...{ originalId: transactionId, postedAtMs: nowMs() },
      })
      return refusal
    },
  }
}

const refusal: ProviderAnswer = {
  ...{ outcome: 'declined', gatewayCode: 'ABORTED', acquirerCode: '05', acquirerMessage: 'CANCELLED' },
}

function pagesOf(issuer: Issuer): ChallengePages {
  return {
    async open(challengeRequest) {
      const question = await issuer.readChallengePost(challengeRequest)
      if (question?.state !== 'open') return undefined
      const decide = async (outcome: PayerDecision) => {
        const posting = await issuer.decide(question.id, outcome)
        if (typeof posting !== 'object') throw new Error('The issuer forgets nothing')
        return posting.address
      }
      return { decide }
    },
    methodReturn: methodData => issuer.readMethodPost(methodData)?.address,
  }
}

type OutsideParts = {
  readonly world: World
  readonly books: AcquirerBooks
  readonly tell: (event: () => string) => void
}

type Send<Ask, Answer> = (ask: Ask, deadline: AbortSignal) => Promise<Answer>

function overheard<Ask, Answer>(
  send: Send<Ask, Answer>,
  note: (ask: Ask, answer: Answer) => void,
): Send<Ask, Answer> {
  return async (ask, deadline) => {
    const answer = await send(ask, deadline)
    note(ask, answer)
    return answer
  }
}

/** The connections of one process to them. */
export function linkOutside(outside: Outside, parts: LineParts & { readonly openEnd: AbortSignal }) {
  const { provider, authenticator, addresses, payerLedger } = outside
  const { climate, openEnd } = parts
  const silence = { outcome: 'silent' } as const
  const ears = { silence, onSend: (ask: ConsultedAsk) => payerLedger.sent(ask), onLate: () => undefined }
  const toProvider = createLine<ProviderAsk, ProviderAnswer>(parts, {
    ...ears,
    party: 'provider',
    answer: ask => provider.send(ask, openEnd),
    distort: (_, answer) =>
      answer.outcome === 'approved' && climate.strikes('answer overstated')
        ? { ...answer, amount: answer.amount + 1_000_000n }
        : answer,
  })
  const toIssuer = createLine<AuthenticatorAsk, AuthenticatorAnswer>(parts, {
    ...ears,
    party: 'issuer',
    answer: ask => authenticator.send(ask, openEnd),
    distort: (_, answer) => answer,
  })
  return {
    provider: { name: 'line', send: toProvider },
    authenticator: { name: 'line', send: toIssuer },
    enrolments: absentLegacyEnrolmentRegister,
    callbacks: linkAddresses(addresses, parts),
    origin: () => origin,
  } satisfies Counterparties
}
