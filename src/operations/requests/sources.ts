// Where references are looked up, and claiming what may be used once (security codes of sessions, encrypted
// terminal readings).

import { randomUUID } from 'node:crypto'
import { isObject } from '../../contract/kit/content.ts'
import { invalid, type ValidationFinding } from '../../contract/kit/validateFields.ts'
import type { RequestRecord } from '../../contract/model.ts'
import type { Owner } from '../../orders/merchant.ts'
import { isRejection } from '../../orders/rejection.ts'
import { type NamedSession, noSuchSession, type SessionName } from '../../sessions/heldSession.ts'
import type { SeenSession, SessionKey } from '../../sessions/port.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import type {
  CardReading,
  ReadingPurpose,
  ReadingRefusal,
  SealedReading,
  Terminals,
} from '../../terminals/port.ts'
import type { LegacyEnrolmentRegister, RegisteredLegacyEnrolment } from '../../threeDSecure/port.ts'
import { cardIdentity, type KeptCard, type TokenCard, type TokenVault, type Vault } from '../../vault/port.ts'
import type { Journal, RecordedTransaction } from '../model/journal.ts'
import { cardPaidWith } from '../model/transactionCard.ts'

/** What a request may refer to instead of giving it: sessions, tokens, orders and checks of the merchant. */
export interface ReferenceSources {
  session(owner: Owner, name: SessionName, use?: string): Promise<NamedSession>
  token(owner: Owner, token: unknown): Promise<NamedCard>
  order(owner: Owner, orderId: unknown): Promise<NamedOrder>
  /** An enrollment check of the first generation of 3-D Secure. */
  enrolment(owner: Owner, threeDSecureId: string): Promise<NamedEnrolment>
  /** Decrypts what a terminal encrypted at the point of entry. */
  opened(owner: Owner, sealed: SealedReading, purpose: ReadingPurpose): Promise<NamedReading>
  /**
   * Claims what may be used once, right before an intent is committed. 'lost': a concurrent request was
   * quicker, and the references have to be resolved again.
   */
  claim(
    owner: Owner,
    claims: SingleUseClaims,
  ): Promise<TakenClaims | 'lost' | { readonly finding: ValidationFinding }>
  /** The key that encrypts what the payer's browser brings back; undefined when the session is over. */
  sessionKey(owner: Owner, sessionId: unknown): Promise<string | undefined>
  /**
   * Marks references as used: erases what a session may not keep any longer, and records the use with a
   * token. Never fails. With `taken`, only the secrets that were claimed are erased, not those that came
   * since.
   */
  markUsed(owner: Owner, used: UsedReferences, taken?: TakenClaims): Promise<void>
}

export type NamedCard = { readonly values: FundsRecord } | { readonly finding: ValidationFinding }
/** An earlier order, and the card that it was paid with. */
export type NamedOrder =
  | { readonly card: NamedCard; readonly transactions: readonly RecordedTransaction[] }
  | { readonly finding: ValidationFinding }
type NamedEnrolment =
  | { readonly enrolment: RegisteredLegacyEnrolment }
  | { readonly finding: ValidationFinding }
type NamedReading = { readonly reading: CardReading } | { readonly finding: ValidationFinding }
/** For which transaction, and what: the security code of a session, a reading that a terminal sealed. */
export type SingleUseClaims = {
  readonly use: string
  readonly session?: SeenSession
  readonly sealed?: { readonly reading: SealedReading; readonly purpose: ReadingPurpose }
}
export type TakenClaims = {
  /** The holder of the claim on a session's secrets. */
  readonly holder?: string
  /**
   * Releases the claims, when nothing was begun with them. Claims of others on the same stay. Never fails.
   */
  readonly giveBack: () => Promise<void>
}
export type UsedReferences = { readonly session?: SeenSession; readonly token?: string }

type ReferenceSourcesDependencies = {
  readonly sessions: Pick<Sessions, 'claimSecrets' | 'eraseSecrets' | 'named' | 'releaseSecrets' | 'retrieve'>
  readonly tokens: Pick<TokenVault, 'find' | 'markUsed'>
  readonly journal: Pick<Journal, 'load'>
  readonly vault: Vault
  readonly enrolments: Pick<LegacyEnrolmentRegister, 'find'>
  readonly terminals: Terminals
}

export function createReferenceSources(dependencies: ReferenceSourcesDependencies): ReferenceSources {
  const { sessions, tokens, enrolments, terminals } = dependencies
  return {
    session: (owner, name, use) => sessions.named(owner, name, use),

    async token(owner, token) {
      const found = typeof token === 'string' ? await tokens.find(owner, token) : undefined
      return found ? { values: fundsOf(found.card) } : { finding: noSuchToken }
    },

    order: (owner, orderId) => namedOrder(dependencies, owner, orderId),

    async enrolment({ merchantId }, threeDSecureId) {
      const enrolment = await enrolments.find({ merchantId, threeDSecureId })
      return enrolment ? { enrolment } : { finding: noSuchCheck(threeDSecureId) }
    },

    async opened({ merchantId }, sealed, purpose) {
      const opened = await terminals.open(merchantId, sealed, purpose)
      return 'culprit' in opened ? { finding: unopened(opened) } : { reading: opened }
    },

    claim: (owner, claims) => claim(dependencies, owner, claims),

    async sessionKey(owner, sessionId) {
      const found = typeof sessionId === 'string' ? await sessions.retrieve(owner, sessionId) : undefined
      const session = found && !isRejection(found) ? found.session : undefined
      const key = isObject(session) ? session.aes256Key : undefined
      return typeof key === 'string' ? key : undefined
    },

    async markUsed(owner, { session, token }, taken) {
      // The transaction is under way and must not fail because of this. A session expires soon anyway.
      await Promise.allSettled([
        session &&
          sessions.eraseSecrets(session, taken && { version: session.version, holder: taken.holder }),
        token !== undefined && tokens.markUsed(owner, token),
      ])
    },
  }
}

async function namedOrder(
  { journal, vault }: ReferenceSourcesDependencies,
  { cell, merchantId }: Owner,
  orderId: unknown,
): Promise<NamedOrder> {
  if (typeof orderId !== 'string') return { finding: noSuchOrder(undefined) }
  const order = await journal.load({ cell, merchantId, orderId })
  if (!order || order.archivedIn !== undefined) return { finding: noSuchOrder(orderId) }
  const { transactions } = order
  const paid = cardPaidWith(transactions)
  if (!paid?.card) return { card: { finding: orderWithoutCard(orderId) }, transactions }
  const card = await vault.revealCard(merchantId, cardIdentity(orderId, paid.id), paid.card)
  return { card: { values: fundsOf({ ...cardAsRecorded(paid, card), kind: kindOf(paid) }) }, transactions }
}

/** The sealed card of an erased payment still has the payer's name, which what was recorded has no more. */
function cardAsRecorded(paid: RecordedTransaction, { nameOnCard, ...card }: KeptCard): KeptCard {
  const isNamed = paid.request.fields.sourceOfFunds?.provided?.card?.nameOnCard !== undefined
  return { ...card, ...(isNamed && nameOnCard !== undefined && { nameOnCard }) }
}

const claim = async (
  { sessions, terminals }: ReferenceSourcesDependencies,
  { merchantId }: Owner,
  { use, session, sealed }: SingleUseClaims,
): ReturnType<ReferenceSources['claim']> => {
  const closed = sealed && (await terminals.claim(merchantId, sealed.reading, sealed.purpose))
  if (closed) return { finding: unopened(closed) }
  if (!session) return noTakenClaims
  // A new holder for each claim, so that a late release cannot release another claim.
  const holder = randomUUID()
  return (await sessions.claimSecrets(session, { use, holder }))
    ? secretsTaken(sessions, session, holder)
    : 'lost'
}

export const secretsTaken = (
  sessions: Pick<Sessions, 'releaseSecrets'>,
  session: SessionKey,
  holder: string,
): TakenClaims => ({
  holder,
  async giveBack() {
    await Promise.allSettled([sessions.releaseSecrets(session, holder)])
  },
})

export const noTakenClaims: TakenClaims = { giveBack: async () => undefined }

/** For a gateway without sessions, tokens and the like. */
export const noReferenceSources: ReferenceSources = {
  session: async () => ({ finding: noSuchSession }),
  token: async () => ({ finding: noSuchToken }),
  order: async (_, orderId) => ({
    finding: noSuchOrder(typeof orderId === 'string' ? orderId : undefined),
  }),
  enrolment: async (_, id) => ({ finding: noSuchCheck(id) }),
  opened: async () => ({ finding: unopened({ culprit: 'keySerialNumber', why: 'Its key is not known.' }) }),
  claim: async () => noTakenClaims,
  sessionKey: async () => undefined,
  markUsed: async () => undefined,
}

/** One body for tokens that never were, were deleted, or are another merchant's. */
export const noSuchToken: ValidationFinding = invalid('sourceOfFunds.token', 'There is no such token.')

const unopened = ({ culprit, why }: ReadingRefusal): ValidationFinding =>
  invalid(`sourceOfFunds.provided.card.p2pe.${culprit}`, why)
const noSuchCheck = (threeDSecureId: string): ValidationFinding =>
  invalid('3DSecureId', 'There is no such enrollment check.', threeDSecureId)
const noSuchOrder = (orderId: string | undefined): ValidationFinding =>
  invalid('referenceOrderId', 'There is no such order.', orderId)
const orderWithoutCard = (orderId: string): ValidationFinding =>
  invalid('referenceOrderId', 'That order was not paid by card.', orderId)

const kindOf = ({ request }: RecordedTransaction): TokenCard['kind'] =>
  request.fields.sourceOfFunds?.provided?.card ? 'CARD' : 'GIFT_CARD'

type FundsRecord = Pick<RequestRecord, 'sourceOfFunds'>

/** A stored card, in the form of a request. */
export function fundsOf({ kind, number, expiry, nameOnCard }: TokenCard): FundsRecord {
  if (kind === 'GIFT_CARD') return { sourceOfFunds: { type: kind, provided: { giftCard: { number } } } }
  const card = {
    ...(expiry && {
      expiry: { month: String(expiry.month), year: String(expiry.year).padStart(2, '0') },
    }),
    ...(nameOnCard !== undefined && { nameOnCard }),
    number,
  }
  return { sourceOfFunds: { type: kind, provided: { card } } }
}
