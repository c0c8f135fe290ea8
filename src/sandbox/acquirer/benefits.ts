import type { AccountBalance, AskedBenefits, PaymentAsk } from '../../acquirers/port.ts'
import { balanceInNumber } from './accounts.ts'

/** What there is in money; the account that pays for goods has none. */
export function spendableBenefits({ accountType = defaultAccount }: AskedBenefits, number: string): bigint {
  return accountType === 'EWIC_BENEFITS' ? 0n : benefitsAmount(accountType, number)
}

/** What is there, of the account asked for or of both that have money on them. */
export function benefitsBalances(
  { accountType }: AskedBenefits,
  { number, currency }: { readonly number: string; readonly currency: string },
): BenefitsBalanceList {
  if (accountType === 'EWIC_BENEFITS') return noDiscount(currency)
  const accounts: readonly MoneyAccount[] =
    accountType === undefined ? ['SNAP_BENEFITS', 'CASH_BENEFITS'] : [accountType]
  const ebt = accounts.map(account => ({
    type: balanceTypes[account].available,
    amount: benefitsAmount(account, number),
    currency,
  }))
  return { ebt }
}

/** What a payment, or the return of one, finds on its account and leaves there. */
export function benefitsBalancesAfter(
  { accountType = defaultAccount }: AskedBenefits,
  { beginning, ending, currency }: BenefitsChange,
): BenefitsBalanceList {
  if (accountType === 'EWIC_BENEFITS') return noDiscount(currency)
  const { available, began, ended } = balanceTypes[accountType]
  return {
    ebt: [
      { type: began, amount: beginning, currency },
      { type: ended, amount: ending, currency },
      { type: available, amount: ending, currency },
    ],
  }
}

/** What the issuer said on the telephone, of a voucher written while there was no line. */
export function voucherCode(ask: Pick<PaymentAsk, 'benefits'>): string | undefined {
  const { voucherNumber, manualAuthorizationCode } = ask.benefits ?? {}
  return voucherNumber === undefined ? undefined : manualAuthorizationCode
}

type BenefitsChange = { readonly beginning: bigint; readonly ending: bigint; readonly currency: string }
type BenefitsBalanceList = Required<Pick<AccountBalance, 'ebt'>>
type MoneyAccount = Exclude<NonNullable<AskedBenefits['accountType']>, 'EWIC_BENEFITS'>

/** The account that pays when none is named. */
const defaultAccount = 'SNAP_BENEFITS'

/** The number tells what there is for groceries; in cash there is half as much. */
function benefitsAmount(account: MoneyAccount, number: string): bigint {
  const groceries = balanceInNumber(number)
  return account === 'SNAP_BENEFITS' ? groceries : groceries / 2n
}

const noDiscount = (currency: string): BenefitsBalanceList => ({
  ebt: [{ type: 'EWIC_DISCOUNT', amount: 0n, currency }],
})

const balanceTypes = {
  SNAP_BENEFITS: {
    available: 'SNAP_AVAILABLE_BALANCE',
    began: 'SNAP_BEGINNING_BALANCE',
    ended: 'SNAP_ENDING_BALANCE',
  },
  CASH_BENEFITS: {
    available: 'CASH_BENEFITS_AVAILABLE_BALANCE',
    began: 'CASH_BENEFITS_BEGINNING_BALANCE',
    ended: 'CASH_BENEFITS_ENDING_BALANCE',
  },
} as const
