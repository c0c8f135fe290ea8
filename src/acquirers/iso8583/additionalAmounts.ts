// Balances in field 54: groups of account type 2, amount type 2, currency 3, C or D, amount 12.

import { currencyOfNumber } from '../../standards/currencies.ts'
import type { AccountBalance, BenefitsBalanceType } from '../port.ts'

export type AdditionalAmount = {
  readonly account: string
  readonly type: string
  readonly currency: string
  /** In minor units; negative for a debit. */
  readonly amount: bigint
}

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

/** What can be spent, where the answer says it. An overdrawn account has nothing to spend. */
export function availableBalance(amounts: readonly AdditionalAmount[]): AccountBalance | undefined {
  const known = amounts.filter(({ amount }) => amount >= 0n)
  const ebt = known.flatMap(({ account, type, amount, currency }) => {
    const named = type === available ? benefits[account] : undefined
    return named === undefined ? [] : [{ type: named, amount, currency }]
  })
  const ofFunds = known.filter(({ account }) => benefits[account] === undefined)
  const funds = ofFunds.find(({ type }) => type === available) ?? ofFunds.find(({ type }) => type === ledger)
  if (funds === undefined && ebt.length === 0) return undefined
  return {
    ...(funds && { funds: { amount: funds.amount, currency: funds.currency } }),
    ...(ebt.length > 0 && { ebt }),
  }
}

const ledger = '01'
const available = '02'
const benefits: { readonly [account: string]: BenefitsBalanceType } = {
  '96': 'CASH_BENEFITS_AVAILABLE_BALANCE',
  '98': 'SNAP_AVAILABLE_BALANCE',
}
