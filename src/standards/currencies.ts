/** How many decimals an amount of this currency has (ISO 4217); undefined when nothing can be paid in it. */
export function currencyExponent(code: string): number | undefined {
  return exponents.get(code)
}

export function isCurrency(code: string): boolean {
  return exponents.has(code)
}

/**
 * The currencies in circulation in 2026, by official exponent. Left out on purpose: funds, units of account,
 * metals, test and "no currency" codes, and codes whose money is no longer legal tender (ANG, BGN, CUC).
 * Intl knows other digits for some of them: it describes how people write prices, not how banks count.
 */
const currenciesByExponent: readonly (readonly [exponent: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [2, 'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY'],
  [2, 'COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF'],
  [2, 'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR'],
  [2, 'MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG'],
  [2, 'SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES'],
  [2, 'WST XCD XCG YER ZAR ZMW ZWG'],
]

const exponents: ReadonlyMap<string, number> = new Map(
  currenciesByExponent.flatMap(([exponent, codes]) =>
    codes.split(' ').map(code => [code, exponent] as const),
  ),
)

/** All of them, by code. */
export const currencies: readonly string[] = [...exponents.keys()].sort()
