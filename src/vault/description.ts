import { brandOf, type CardBrand } from '../standards/cardBrands.ts'
import { maskedNumber } from '../standards/cardNumber.ts'
import type { CardDescription, FundingMethod } from './port.ts'

export function describeCard(number: string): CardDescription {
  const brand = brandOf(number)
  return {
    brand,
    ...(!withoutScheme.has(brand) && { scheme: brand }),
    fundingMethod: fundingMethod(number, brand),
    maskedNumber: maskedNumber(number),
  }
}

const withoutScheme: ReadonlySet<CardBrand> = new Set(['LOCAL_BRAND_ONLY', 'UNKNOWN'])
const debitPrefixes = ['4012', '5111']

function fundingMethod(number: string, brand: CardBrand): FundingMethod {
  if (brand === 'NETWORK_A') return 'CHARGE'
  return debitPrefixes.some(prefix => number.startsWith(prefix)) ? 'DEBIT' : 'CREDIT'
}
