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

/** Of a code that ISO 4217 knows and nobody can pay in: why. */
export function whyNoCurrency(code: string): string | undefined {
  return unpayable.find(([codes]) => codes.split(' ').includes(code))?.[1]
}

const unpayable: readonly (readonly [codes: string, why: string])[] = [
  [
    'BOV CHE CHW CLF COU MXV USN UYI UYW',
    'It is the code of a fund or unit of account: nobody can pay in it.',
  ],
  ['XAD XBA XBB XBC XBD XDR XSU XUA', 'It is the code of a fund or unit of account: nobody can pay in it.'],
  ['XAG XAU XPD XPT', 'It is the code of a metal: nobody can pay in it.'],
  ['XTS XXX', 'It is the code for tests or for no currency at all: it is not money.'],
  ['ANG BGN CUC HRK SLL VEF ZWL', 'It is the code of money that is no longer in circulation.'],
]

/** All of them, by code. */
export const currencies: readonly string[] = [...exponents.keys()].sort()
