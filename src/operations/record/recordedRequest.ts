// What is recorded of a request, and what is recorded with it for its response.

import { operationNamed } from '../../contract/catalogue.ts'
import { type Content, isObject, mergeContent, withDefaults } from '../../contract/kit/content.ts'
import { type Operation, requestModelAt } from '../../contract/kit/operation.ts'
import type { Profile } from '../../orders/merchant.ts'
import { publicEmv } from '../../standards/emv.ts'
import type { CardholderName } from '../../standards/tracks.ts'
import { nameOnTrack1 } from '../../standards/tracks.ts'
import type { Vault } from '../../vault/port.ts'
import { cardIn, readDocument, withCard } from '../model/documents.ts'
import type { Plan, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { type PaymentRemainder, writtenRemainder } from '../model/partialPayments.ts'
import type { EntryPoint } from './outcome.ts'
import { answeredRecord, type RequestAdditions, shownRequest } from './record.ts'

/** A request about to be recorded: an execution has all of it. */
type RequestToRecord = {
  readonly flow: { readonly operation: Operation }
  readonly prepared: { readonly stored: Content; readonly request?: Content }
  readonly profile: Pick<Profile, 'refundAuthorization'>
  readonly pipeline: { readonly vault: Pick<Vault, 'describeCard'> }
  readonly entryPoint?: EntryPoint
  readonly remainder?: PaymentRemainder
}

/** What is recorded of a request, together with what its response shows from elsewhere. */
export function recordedRequest(execution: RequestToRecord, plan: Plan, context: PlanContext): Content {
  const funded = withFunds(execution, plan, context)
  const { continued } = context
  const { entryPoint, remainder } = execution
  const ofCheckout = remainder && writtenRemainder(remainder, plan)
  const isFollowUp = plan.cardOf !== undefined && !continued
  const ofOrder = isFollowUp ? orderGroups(context.transactions, plan.cardOf) : undefined
  const ofProfile = decidedByProfile(execution)
  if (!ofOrder && !ofProfile && !continued && !entryPoint) return funded
  return {
    ...funded,
    ...(ofOrder && { ofOrder }),
    ...(ofProfile && { ofProfile }),
    ...(continued && { ofBeginning: beginningOf(continued) }),
    ...(entryPoint && { gatewayEntryPoint: entryPoint }),
    ...(ofCheckout && { ofCheckout }),
  } satisfies RequestAdditions
}

/** Removes the card number from EMV tags, where it can be found only by comparing with the number itself. */
export function withoutNumber(recorded: Content, number: string | undefined): Content {
  const { emvRequest, ...card } = cardIn(recorded) ?? {}
  if (number === undefined || typeof emvRequest !== 'string') return recorded
  const shown = publicEmv(emvRequest, [number])
  if (shown === emvRequest) return recorded
  return withCard(recorded, { ...card, ...(shown !== undefined && { emvRequest: shown }) })
}

/** The fields of the first request under this id, with the defaults of its contract. */
function beginningOf({ operation, apiVersion, request }: RecordedTransaction): Content {
  const { apiOperation: _, ...said } = shownRequest(readDocument(request))
  return withDefaults(requestModelAt(operationNamed(operation), apiVersion), said)
}

/** Recorded because the profile may be changed later. */
function decidedByProfile({ flow, prepared: { stored }, profile }: RequestToRecord): Content | undefined {
  if (flow.operation.name !== 'REFUND' && flow.operation.name !== 'REFERRAL') return undefined
  const { action } = stored
  if (isObject(action) && action.refundAuthorization !== undefined) return undefined
  return { action: { refundAuthorization: profile.refundAuthorization } }
}

/**
 * As the merchant sent it, with the kind of card, which cannot be derived from a masked number. A follow-up
 * shows the card of what it follows.
 */
function withFunds(
  { prepared, pipeline }: RequestToRecord,
  plan: Plan,
  { transactions }: PlanContext,
): Content {
  const card = 'ask' in plan ? plan.ask.card : plan.card
  const { stored } = prepared
  const { sourceOfFunds } = stored
  const given = isObject(sourceOfFunds) ? sourceOfFunds : {}
  if (card) {
    const { brand, fundingMethod, scheme } = pipeline.vault.describeCard(card.number)
    if (isGiftCard(given))
      return mergeContent(stored, {
        sourceOfFunds: {
          type: given.type ?? 'GIFT_CARD',
          provided: { giftCard: { brand, fundingMethod } },
        },
      })
    const holder = holderIn(prepared)
    const described = { brand, fundingMethod, ...(scheme && { scheme }), ...(holder && { holder }) }
    const type = given.type ?? 'CARD'
    return mergeContent(stored, { sourceOfFunds: { type, provided: { card: described } } })
  }
  const followed = plan.cardOf === undefined ? undefined : transactions.find(({ id }) => id === plan.cardOf)
  if (!followed) return isUnread(given) ? mergeContent(stored, unreadCard) : stored
  const shown = followedSource(readDocument(followed.request).sourceOfFunds)
  return shown ? { ...stored, sourceOfFunds: mergeContent(given, shown) } : stored
}

/** The cardholder's name from the magnetic stripe; the stripe itself is not stored. */
function holderIn({ request }: RequestToRecord['prepared']): CardholderName | undefined {
  const { track1 } = (request && cardIn(request)) ?? {}
  return typeof track1 === 'string' ? nameOnTrack1(track1) : undefined
}

/** A card was read by a terminal, but the reading could not be decrypted. */
const isUnread = ({ provided }: Content): boolean => isObject(provided) && isObject(provided.card)

const unreadCard: Content = {
  sourceOfFunds: { provided: { card: { brand: 'UNKNOWN', fundingMethod: 'UNKNOWN' } } },
}

const isGiftCard = ({ provided }: Content): boolean =>
  isObject(provided) && isObject(provided.giftCard) && !isObject(provided.card)

/** The account, without what a terminal or a wallet added for that one payment. */
function followedSource(source: unknown): Content | undefined {
  if (!isObject(source)) return undefined
  const { type, token, provided } = source
  const { card, ...others } = isObject(provided) ? provided : {}
  return {
    ...(type !== undefined && { type }),
    ...(token !== undefined && { token }),
    provided: { ...others, ...(isObject(card) && { card: lasting(card) }) },
  }
}

const lasting = (card: Content): Content =>
  Object.fromEntries(Object.entries(card).filter(([name]) => lastingNames.has(name)))

const lastingNames: ReadonlySet<string> = new Set([
  'brand',
  'expiry',
  'fundingMethod',
  'holder',
  'localBrand',
  'nameOnCard',
  'number',
  'scheme',
])

/**
 * Groups of the order from earlier transactions (spec 2.12), for the response of one that follows the given
 * one: the newest of them includes those of earlier ones.
 */
function orderGroups(transactions: readonly RecordedTransaction[], followedId: string): Content | undefined {
  const followed = transactions.findIndex(({ id }) => id === followedId)
  const newest = transactions.findLast(
    ({ operation }, index) => index === followed || (index > followed && followUps.has(operation)),
  )
  if (followed < 0 || !newest) return undefined
  const record = answeredRecord(newest)
  const groups = lastingGroups
    .map(name => [name, record[name]] as const)
    .filter(([, value]) => value !== undefined)
  return groups.length > 0 ? Object.fromEntries(groups) : undefined
}

/** Operations that follow a payment; another attempt to pay has its own groups. */
const followUps: ReadonlySet<string> = new Set([
  'CAPTURE',
  'REFERRAL',
  'REFUND',
  'UPDATE_AUTHORIZATION',
  'VOID',
])

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
