// Balances in field 54: groups of account type 2, amount type 2, currency 3, C or D, amount 12.

import { currencyOfNumber } from '../../../standards/currencies.ts'
import type { AccountBalance, BenefitsBalanceType } from '../../port.ts'

export type AdditionalAmount = {
  readonly account: string
  readonly type: string
  readonly currency: string
  /** In minor units; negative for a debit. */
  readonly amount: bigint
}

/** Whether it is groups and nothing else. */
export const isInGroups = (text: string): boolean => groupsForm.test(text)

/** What does not read as groups is none. */
export function readAdditionalAmounts(text: string | undefined): readonly AdditionalAmount[] {
  if (text === undefined || text.length % groupLength !== 0) return []
  return (text.match(/.{20}/gs) ?? []).flatMap(group => {
    const [, account = '', type = '', number = '', sign, digits = ''] = groupForm.exec(group) ?? []
    const currency = currencyOfNumber(number)
    if (currency === undefined) return []
    return [{ account, type, currency, amount: sign === 'D' ? -BigInt(digits) : BigInt(digits) }]
  })
}

const groupLength = 20
const groupForm = /^(\d\d)(\d\d)(\d{3})([CD])(\d{12})$/
const groupsForm = /^(?:\d{7}[CD]\d{12})+$/

/** What can be spent, where the answer says it. */
export function availableBalance(amounts: readonly AdditionalAmount[]): AccountBalance | undefined {
  const ebt = amounts.flatMap(one => {
    const type = benefitsType(one, amounts)
    return type === undefined ? [] : [{ type, ...spendable(one) }]
  })
  const funds = amounts.find(isAvailable) ?? amounts.find(isOnLedger)
  if (funds === undefined && ebt.length === 0) return undefined
  return { ...(funds && { funds: spendable(funds) }), ...(ebt.length > 0 && { ebt }) }
}

/** An overdrawn account has nothing to spend. */
const spendable = ({ amount, currency }: AdditionalAmount) => ({
  amount: amount < 0n ? 0n : amount,
  currency,
})

/** Of credit accounts the first type is what is open to buy, and the second the limit: no balance. */
const isAvailable = ({ account, type }: AdditionalAmount): boolean =>
  benefits[account] === undefined && type === (isOfCredit(account) ? openToBuy : available)

const isOnLedger = ({ account, type }: AdditionalAmount): boolean =>
  benefits[account] === undefined && !isOfCredit(account) && type === ledger

const isOfCredit = (account: string): boolean => account.startsWith('3')

/** Where both are told, the ledger is what there was before, and what is available is left after it. */
function benefitsType(
  { account, type }: AdditionalAmount,
  all: readonly AdditionalAmount[],
): BenefitsBalanceType | undefined {
  const named = benefits[account]
  if (type === ledger) return named?.beginning
  if (type !== available) return undefined
  const hasLedger = all.some(other => other.account === account && other.type === ledger)
  return hasLedger ? named?.ending : named?.available
}

const ledger = '01'
const available = '02'
const openToBuy = '01'

type BenefitsNames = { readonly [state in 'available' | 'beginning' | 'ending']: BenefitsBalanceType }
const benefits: { readonly [account: string]: BenefitsNames } = {
  '96': {
    available: 'CASH_BENEFITS_AVAILABLE_BALANCE',
    beginning: 'CASH_BENEFITS_BEGINNING_BALANCE',
    ending: 'CASH_BENEFITS_ENDING_BALANCE',
  },
  '98': {
    available: 'SNAP_AVAILABLE_BALANCE',
    beginning: 'SNAP_BEGINNING_BALANCE',
    ending: 'SNAP_ENDING_BALANCE',
  },
}
