// CREATE_TOKEN, SAVE_TOKEN, RETRIEVE_TOKEN and DELETE_TOKEN: cards stored in the vault under a token.

import type { RequestOf } from '../../contract/kit/operation.ts'
import type { TokenRecord } from '../../contract/model.ts'
import * as contract from '../../contract/operations/account.ts'
import type { Owner } from '../../orders/merchant.ts'
import { invalid, missing, type Rejection, rejectionOf } from '../../orders/rejection.ts'
import { mayHoldCardData, repeatsCard } from '../../standards/cardDataInText.ts'
import { passesLuhn } from '../../standards/cardNumber.ts'
import type { Token, TokenCard } from '../../vault/port.ts'
import { withoutCard } from '../payments/card.ts'
import { isoTime } from '../record/outcome.ts'
import {
  type AccountRequest,
  type ResolvedRequest,
  resolveAccountRequest,
} from '../requests/resolveReferences.ts'
import { fundsOf, noSuchToken } from '../requests/sources.ts'
import { type AccountDependencies, shownFunds } from './accountRequest.ts'

export async function createToken(
  dependencies: AccountDependencies,
  call: AccountRequest,
): Promise<TokenRecord | Rejection> {
  const found = await resolveAccountRequest(dependencies, contract.createToken, call)
  if ('finding' in found) return rejectionOf(found.finding)
  const card = wholeCard(partIn(found.request), undefined)
  if (!card) return whyNoCard(found.request)
  const used = await usedBefore(dependencies, call, found)
  if (used) return used
  const kept = await dependencies.tokens.keep(call.owner, card)
  await dependencies.sources.markUsed(call.owner, found.used)
  return tokenRecord(dependencies, call.owner, kept)
}

/** An encrypted terminal reading may be stored as a token or paid with, not both. */
async function usedBefore(
  { sources }: AccountDependencies,
  { owner }: AccountRequest,
  { claims }: ResolvedRequest,
) {
  const claimed = claims?.sealed && (await sources.claim(owner, { use: claims.use, sealed: claims.sealed }))
  return typeof claimed === 'object' && 'finding' in claimed ? rejectionOf(claimed.finding) : undefined
}

export type SavedTokenRecord = {
  readonly kind: 'saved'
  readonly record: TokenRecord
  readonly isNew: boolean
}

/** Creates a token under the merchant's own name, or updates parts of an existing token's card. */
export async function saveToken(
  dependencies: AccountDependencies,
  call: AccountRequest,
  token: string,
): Promise<SavedTokenRecord | Rejection> {
  if (!isTokenName(token)) return badName
  const found = await resolveAccountRequest(dependencies, contract.saveToken, call)
  if ('finding' in found) return rejectionOf(found.finding)
  const known = await dependencies.tokens.find(call.owner, token)
  const card = wholeCard(partIn(found.request), known?.card)
  if (!card) return whyNoCard(found.request)
  if (repeatsCard(token, card.number)) return badName
  const used = await usedBefore(dependencies, call, found)
  if (used) return used
  const saved = await dependencies.tokens.save(call.owner, token, card)
  await dependencies.sources.markUsed(call.owner, found.used)
  return { kind: 'saved', record: tokenRecord(dependencies, call.owner, saved), isNew: saved.isNew }
}

export async function retrieveToken(
  dependencies: AccountDependencies,
  owner: Owner,
  token: string,
): Promise<TokenRecord | Rejection> {
  const found = await dependencies.tokens.find(owner, token)
  return found ? tokenRecord(dependencies, owner, found) : rejectionOf(noSuchToken)
}

export async function deleteToken(
  { tokens }: AccountDependencies,
  owner: Owner,
  token: string,
): Promise<TokenRecord | Rejection> {
  const isForgotten = await tokens.forget(owner, token)
  return isForgotten ? { result: 'SUCCESS', merchant: owner.merchantId } : rejectionOf(noSuchToken)
}

/** Tokens are stored in clear text, by merchants and here: so a token must not be a card number. */
function isTokenName(token: string): boolean {
  if (!/^[0-9A-Za-z]{1,40}$/.test(token)) return false
  const isNumber = /^[0-9]{9,19}$/.test(token)
  return isNumber ? !passesLuhn(token) : !mayHoldCardData(token)
}

const badName = invalid(
  'sourceOfFunds.token',
  'It must be 1 to 40 characters of 0-9 a-z A-Z, and no card number.',
)

type Request = RequestOf<typeof contract.createToken>
type Part = Partial<Omit<TokenCard, 'kind'>> & Pick<TokenCard, 'kind'>

/** The card in the request, complete or in part. */
function partIn({ sourceOfFunds }: Request): Part | undefined {
  const { card, giftCard } = sourceOfFunds?.provided ?? {}
  if (card) {
    const { number, expiry, nameOnCard } = card
    return {
      kind: 'CARD',
      ...(number !== undefined && { number }),
      ...(expiry && { expiry: { month: Number(expiry.month), year: Number(expiry.year) } }),
      ...(nameOnCard !== undefined && { nameOnCard }),
    }
  }
  return giftCard && { kind: 'GIFT_CARD', ...(giftCard.number !== undefined && { number: giftCard.number }) }
}

/** What the request leaves out stays as stored, unless the number changes: then nothing is kept. */
function wholeCard(part: Part | undefined, known: TokenCard | undefined): TokenCard | undefined {
  if (!part) return known
  const number = part.number ?? (part.kind === known?.kind ? known.number : undefined)
  if (number === undefined) return undefined
  const isSame = number === known?.number && part.kind === known.kind
  return { ...(isSame && known), ...part, number }
}

function whyNoCard(request: Request): Rejection {
  const { card, giftCard, ...others } = request.sourceOfFunds?.provided ?? {}
  if (card) return withoutCard(request)
  if (giftCard) return missing('sourceOfFunds.provided.giftCard.number')
  if (Object.keys(others).length === 0) return missing('sourceOfFunds')
  return invalid('sourceOfFunds', 'This release keeps cards and gift cards only.')
}

/** Only the check digit of the number was verified. */
const verified = { gatewayCode: 'BASIC_VERIFICATION_SUCCESSFUL' } as const

function tokenRecord(
  { vault }: AccountDependencies,
  { merchantId }: Owner,
  { token, card, updatedAtMs, usedAtMs }: Token,
): TokenRecord {
  return {
    result: 'SUCCESS',
    merchant: merchantId,
    // Each merchant has its own token repository.
    repositoryId: merchantId,
    response: verified,
    status: 'VALID',
    token,
    ...shownFunds(vault, fundsOf(card)),
    usage: {
      lastUpdated: isoTime(updatedAtMs),
      ...(usedAtMs !== undefined && { lastUsed: isoTime(usedAtMs) }),
    },
  }
}
