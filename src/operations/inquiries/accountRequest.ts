// What the operations that belong to no order share: their dependencies, and the source of funds in
// responses.

import { type Content, isObject, mergeContent } from '../../contract/kit/content.ts'
import type { TokenVault, Vault } from '../../vault/port.ts'
import type { AcquirerAccess } from '../model/counterparties.ts'
import type { ReferenceSources } from '../requests/sources.ts'

export type AccountDependencies = AcquirerAccess & {
  readonly sources: ReferenceSources
  readonly vault: Vault
  readonly tokens: TokenVault
}

/** The source of funds for a response, with the description of its card; contracts mask the number. */
export function shownFunds({ describeCard }: Pick<Vault, 'describeCard'>, sourceOfFunds: unknown): Content {
  if (!isObject(sourceOfFunds)) return {}
  const { provided } = sourceOfFunds
  const { card, giftCard } = isObject(provided) ? provided : {}
  const [name, account] = isObject(card) ? (['card', card] as const) : (['giftCard', giftCard] as const)
  if (!isObject(account) || typeof account.number !== 'string') return { sourceOfFunds }
  const { brand, scheme, fundingMethod } = describeCard(account.number)
  const described = { brand, fundingMethod, ...(name === 'card' && scheme && { scheme }) }
  const type = sourceOfFunds.type ?? (name === 'card' ? 'CARD' : 'GIFT_CARD')
  return { sourceOfFunds: mergeContent({ ...sourceOfFunds, type }, { provided: { [name]: described } }) }
}
