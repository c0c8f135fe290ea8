import { operationNamed } from '../../contract/catalogue.ts'
import { type Content, isObject, mergeContent, withDefaults } from '../../contract/kit/content.ts'
import { type Operation, requestAt } from '../../contract/kit/operation.ts'
import { publicEmv } from '../../standards/emv.ts'
import { type CardholderName, nameOnTrack1 } from '../../standards/tracks.ts'
import { cardIn, withCard } from '../model/cardContent.ts'
import type { Plan, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { writtenRemainder } from '../payments/rest.ts'
import type { Execution } from '../pipeline/execution.ts'
import type { PreparedRequest } from '../requests/prepare.ts'
import { orderGroups } from './orderGroups.ts'
import { readDocument } from './record.ts'
import { type RequestAdditions, shownRequest } from './writtenRequest.ts'

type Recording<O extends Operation> = Pick<
  Execution<O>,
  'entryPoint' | 'flow' | 'prepared' | 'profile' | 'remainder' | 'pipeline'
>

/** What is written down of a request, and beside it what its answer shows from elsewhere. */
export function recordedRequest<O extends Operation>(
  execution: Recording<O>,
  plan: Plan,
  past: PlanContext,
): Content {
  const told = withFunds(execution, plan, past)
  const { continued } = past
  const { entryPoint, remainder } = execution
  const ofCheckout = remainder && writtenRemainder(remainder, plan)
  const isFollowUp = plan.cardOf !== undefined && !continued
  const ofOrder = isFollowUp ? orderGroups(past.transactions, plan.cardOf) : undefined
  const ofProfile = decidedByProfile(execution)
  if (!ofOrder && !ofProfile && !continued && !entryPoint) return told
  return {
    ...told,
    ...(ofOrder && { ofOrder }),
    ...(ofProfile && { ofProfile }),
    ...(continued && { ofBeginning: beginningOf(continued) }),
    ...(entryPoint && { gatewayEntryPoint: entryPoint }),
    ...(ofCheckout && { ofCheckout }),
  } satisfies RequestAdditions
}

/** The number of the card may hide in tags where only who knows it can find it. */
export function withoutNumber(recorded: Content, number: string | undefined): Content {
  const { emvRequest, ...card } = cardIn(recorded) ?? {}
  if (number === undefined || typeof emvRequest !== 'string') return recorded
  const shown = publicEmv(emvRequest, [number])
  if (shown === emvRequest) return recorded
  return withCard(recorded, { ...card, ...(shown !== undefined && { emvRequest: shown }) })
}

/** What the first request under this id said, with what it left to its contract. */
function beginningOf({ operation, apiVersion, request }: RecordedTransaction): Content {
  const { apiOperation: _, ...said } = shownRequest(readDocument(request))
  return withDefaults(requestAt(operationNamed(operation), apiVersion), said)
}

/** A profile may be changed later: what it said is written down. */
function decidedByProfile<O extends Operation>({
  flow,
  prepared: { stored },
  profile,
}: Recording<O>): Content | undefined {
  if (flow.operation.name !== 'REFUND' && flow.operation.name !== 'REFERRAL') return undefined
  const { action } = stored
  if (isObject(action) && action.refundAuthorization !== undefined) return undefined
  return { action: { refundAuthorization: profile.refundAuthorization } }
}

/**
 * As the merchant sent it, and what kind of card it named, because a masked number does not tell. A follow-up
 * shows the card of what it follows.
 */
function withFunds<O extends Operation>(
  { prepared, pipeline }: Recording<O>,
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

/** Who holds the card, as its stripe says; the stripe itself is not kept. */
function holderIn(prepared: PreparedRequest): CardholderName | undefined {
  const { track1 } = ('request' in prepared && cardIn(prepared.request)) || {}
  return typeof track1 === 'string' ? nameOnTrack1(track1) : undefined
}

/** A terminal read a card, and nobody could read the terminal. */
const isUnread = ({ provided }: Content): boolean => isObject(provided) && isObject(provided.card)
const unreadCard: Content = {
  sourceOfFunds: { provided: { card: { brand: 'UNKNOWN', fundingMethod: 'UNKNOWN' } } },
}

const isGiftCard = ({ provided }: Content): boolean =>
  isObject(provided) && isObject(provided.giftCard) && !isObject(provided.card)

/** Which account it was, without what a terminal or a wallet told of that one payment. */
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
