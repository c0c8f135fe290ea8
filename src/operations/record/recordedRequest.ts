// What is recorded of a request, and what is recorded with it for its response.

import { operationNamed } from '../../contract/catalogue.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { mergeRecords, selectFields } from '../../contract/kit/records.ts'
import type { RequestRecord, TransactionRecord } from '../../contract/model.ts'
import type { Profile } from '../../orders/merchant.ts'
import { publicEmv } from '../../standards/emv.ts'
import type { CardholderName } from '../../standards/tracks.ts'
import { nameOnTrack1 } from '../../standards/tracks.ts'
import type { Vault } from '../../vault/port.ts'
import type { EntryPoint, RequestContents } from '../model/documents.ts'
import type { Plan, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { type PaymentRemainder, recordedRemainder } from '../model/partialPayments.ts'
import { answeredRecord, shownRequest, withDefaultsAt } from './record.ts'

/** A request about to be recorded: an execution has all of it. */
type RequestToRecord = {
  readonly flow: { readonly operation: Operation }
  readonly prepared: { readonly stored: RequestRecord; readonly request?: RequestRecord }
  readonly profile: Pick<Profile, 'refundAuthorization'>
  readonly pipeline: { readonly vault: Pick<Vault, 'describeCard'> }
  readonly entryPoint?: EntryPoint
  readonly remainder?: PaymentRemainder
}

/** What is recorded of a request, together with what its response shows from elsewhere. */
export function recordedRequest(
  execution: RequestToRecord,
  plan: Plan,
  context: PlanContext,
): RequestContents {
  const fields = withFunds(execution, plan, context)
  const { continued } = context
  const { entryPoint, remainder } = execution
  const isFollowUp = plan.cardOf !== undefined && !continued
  const orderGroups = isFollowUp ? orderGroupsOf(context.transactions, plan.cardOf) : undefined
  const profileValues = decidedByProfile(execution)
  if (!orderGroups && !profileValues && !continued && !entryPoint) return { fields, additions: {} }
  const additions = {
    ...(orderGroups && { orderGroups }),
    ...(profileValues && { profileValues }),
    ...(continued && { firstRequest: firstRequestOf(continued) }),
    ...(entryPoint && { entryPoint }),
    ...(remainder && { remainder: recordedRemainder(remainder, plan) }),
  }
  return { fields, additions }
}

/** The same where there is no plan, because the order is about to change: a card only if its number came. */
export function requestAsGiven(execution: RequestToRecord): RequestContents {
  const { stored, request } = execution.prepared
  const { card, giftCard } = request?.sourceOfFunds?.provided ?? {}
  const number = card?.number ?? giftCard?.number
  if (number === undefined) return { fields: stored, additions: {} }
  return { fields: withoutNumber(withCard(execution, number), number), additions: {} }
}

/** Removes the card number from EMV tags, where it can be found only by comparing with the number itself. */
export function withoutNumber(recorded: TransactionRecord, number: string | undefined): TransactionRecord {
  const { sourceOfFunds } = recorded
  const { emvRequest, ...card } = sourceOfFunds?.provided?.card ?? {}
  if (number === undefined || emvRequest === undefined) return recorded
  const shown = publicEmv(emvRequest, [number])
  if (shown === emvRequest) return recorded
  const provided = {
    ...sourceOfFunds?.provided,
    card: { ...card, ...(shown !== undefined && { emvRequest: shown }) },
  }
  return { ...recorded, sourceOfFunds: { ...sourceOfFunds, provided } }
}

/** The fields of the first request under this id, with the defaults of its contract. */
function firstRequestOf({ operation, apiVersion, request }: RecordedTransaction): TransactionRecord {
  const { apiOperation: _, ...fields } = shownRequest(request)
  return withDefaultsAt(operationNamed(operation), apiVersion, fields)
}

/** Recorded because the profile may be changed later. */
function decidedByProfile({
  flow,
  prepared: { stored },
  profile,
}: RequestToRecord): RequestRecord | undefined {
  if (flow.operation.name !== 'REFUND' && flow.operation.name !== 'REFERRAL') return undefined
  if (stored.action?.refundAuthorization !== undefined) return undefined
  return { action: { refundAuthorization: profile.refundAuthorization } }
}

/**
 * As the merchant sent it, with the kind of card, which cannot be derived from a masked number. A follow-up
 * shows the card of what it follows.
 */
function withFunds(execution: RequestToRecord, plan: Plan, { transactions }: PlanContext): TransactionRecord {
  const card = 'ask' in plan ? plan.ask.card : plan.card
  if (card) return withCard(execution, card.number)
  const stored: TransactionRecord = execution.prepared.stored
  const { sourceOfFunds: given = {} } = stored
  const followed = plan.cardOf === undefined ? undefined : transactions.find(({ id }) => id === plan.cardOf)
  if (!followed) return isUnread(given) ? mergeRecords(stored, unreadCard) : stored
  const shown = followedSource(followed.request.fields.sourceOfFunds)
  return shown ? { ...stored, sourceOfFunds: mergeRecords(given, shown) } : stored
}

function withCard({ prepared, pipeline }: RequestToRecord, number: string): TransactionRecord {
  const stored: TransactionRecord = prepared.stored
  const { sourceOfFunds: given = {} } = stored
  const { brand, fundingMethod, scheme } = pipeline.vault.describeCard(number)
  if (isGiftCard(given))
    return mergeRecords(stored, {
      sourceOfFunds: { type: given.type ?? 'GIFT_CARD', provided: { giftCard: { brand, fundingMethod } } },
    })
  const holder = holderIn(prepared)
  const described = { brand, fundingMethod, ...(scheme && { scheme }), ...(holder && { holder }) }
  const type = given.type ?? 'CARD'
  return mergeRecords(stored, { sourceOfFunds: { type, provided: { card: described } } })
}

/** The cardholder's name from the magnetic stripe; the stripe itself is not stored. */
function holderIn({ request }: RequestToRecord['prepared']): CardholderName | undefined {
  const track1 = request?.sourceOfFunds?.provided?.card?.track1
  return track1 === undefined ? undefined : nameOnTrack1(track1)
}

/** A card was read by a terminal, but the reading could not be decrypted. */
const isUnread = ({ provided }: SourceOfFunds): boolean => provided?.card !== undefined

type SourceOfFunds = NonNullable<TransactionRecord['sourceOfFunds']>

const unreadCard: TransactionRecord = {
  sourceOfFunds: { provided: { card: { brand: 'UNKNOWN', fundingMethod: 'UNKNOWN' } } },
}

const isGiftCard = ({ provided }: SourceOfFunds): boolean =>
  provided?.giftCard !== undefined && provided.card === undefined

/** The account, without what a terminal or a wallet added for that one payment. */
function followedSource(source: SourceOfFunds | undefined): SourceOfFunds | undefined {
  if (!source) return undefined
  const { type, token, provided } = source
  const { card, ...others } = provided ?? {}
  return {
    ...(type !== undefined && { type }),
    ...(token !== undefined && { token }),
    provided: { ...others, ...(card && { card: selectFields(card, lastingFields) }) },
  }
}

const lastingFields = [
  'brand',
  'expiry',
  'fundingMethod',
  'holder',
  'localBrand',
  'nameOnCard',
  'number',
  'scheme',
] as const

/**
 * Groups of the order from earlier transactions (spec 2.12), for the response of one that follows the given
 * one: the newest of them includes those of earlier ones.
 */
function orderGroupsOf(
  transactions: readonly RecordedTransaction[],
  followedId: string,
): TransactionRecord | undefined {
  const followed = transactions.findIndex(({ id }) => id === followedId)
  const newest = transactions.findLast(
    ({ operation }, index) => index === followed || (index > followed && isFollowUp(operation)),
  )
  if (followed < 0 || !newest) return undefined
  const groups = selectFields(answeredRecord(newest), lastingGroups)
  return Object.keys(groups).length > 0 ? groups : undefined
}

/** Another attempt to pay has its own groups. */
const isFollowUp = (operation: string): boolean => operationNamed(operation).role === 'followUp'

/** Groups that hold for the whole order; those of terminals and devices belong to one payment. */
const lastingGroups = [
  '3DSecure',
  '3DSecureId',
  'accountFunding',
  'agreement',
  'airline',
  'billing',
  'constraints',
  'cruise',
  'customer',
  'paymentPlan',
  'shipping',
] as const
