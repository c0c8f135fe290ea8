// What the operations that belong to no order share: their dependencies, and the source of funds in
// responses.

import { mergeRecords } from '../../contract/kit/records.ts'
import type { BalanceRecord } from '../../contract/model.ts'
import type { TokenVault, Vault } from '../../vault/port.ts'
import type { AcquirerAccess, Counterparties } from '../model/counterparties.ts'
import type { ReferenceSources } from '../requests/sources.ts'

export type AccountDependencies = AcquirerAccess & {
  readonly sources: ReferenceSources
  readonly vault: Vault
  readonly tokens: TokenVault
  readonly counterparties: Pick<Counterparties, 'provider'>
}

/** The source of funds for a response, with the description of its card; contracts mask the number. */
export function shownFunds(
  { describeCard }: Pick<Vault, 'describeCard'>,
  { sourceOfFunds }: FundedRecord,
): FundedRecord {
  const { card, giftCard } = sourceOfFunds?.provided ?? {}
  const number = (card ?? giftCard)?.number
  if (!sourceOfFunds || number === undefined) return sourceOfFunds ? { sourceOfFunds } : {}
  const { brand, scheme, fundingMethod } = describeCard(number)
  const described = { brand, fundingMethod }
  const type = sourceOfFunds.type ?? (card ? 'CARD' : 'GIFT_CARD')
  const provided = card ? { card: { ...described, ...(scheme && { scheme }) } } : { giftCard: described }
  return { sourceOfFunds: mergeRecords<Funds>({ ...sourceOfFunds, type }, { provided }) }
}

type Funds = NonNullable<BalanceRecord['sourceOfFunds']>

export type FundedRecord = Pick<BalanceRecord, 'sourceOfFunds'>
