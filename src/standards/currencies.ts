// Currencies (ISO 4217) by alpha code and by number.

/**
 * How many decimals an amount of this currency has (ISO 4217); undefined if it cannot be used for payments.
 */
export function currencyExponent(code: string): number | undefined {
  return exponents.get(code)
}

export function isCurrency(code: string): boolean {
  return exponents.has(code)
}

/**
 * The currencies in circulation in 2026, by official exponent. Left out on purpose: funds, units of account,
 * metals, test and "no currency" codes, and codes whose money is no longer legal tender (ANG, BGN, CUC).
 * Intl has other digits for some of them: it describes how prices are written, not how banks count.
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

/** The reason why a code of ISO 4217 cannot be used for payments. */
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

/** All currency codes, sorted. */
export const currencies: readonly string[] = [...exponents.keys()].sort()

/** The ISO 4217 number by which a terminal names a currency, such as 840. */
export function numberOfCurrency(code: string): string | undefined {
  return currenciesByNumber.get(code)
}

export function currencyOfNumber(number: string): string | undefined {
  for (const [code, one] of currenciesByNumber) if (one === number) return code
  return undefined
}

const currenciesByNumber: ReadonlyMap<string, string> = new Map(
  `
    AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BHD048 BIF108
    BMD060 BND096 BOB068 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHF756 CLP152 CNY156
    COP170 CRC188 CUP192 CVE132 CZK203 DJF262 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242
    FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 GNF324 GTQ320 GYD328 HKD344 HNL340 HTG332 HUF348 IDR360
    ILS376 INR356 IQD368 IRR364 ISK352 JMD388 JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 KRW410
    KWD414 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426 LYD434 MAD504 MDL498 MGA969 MKD807 MMK104
    MNT496 MOP446 MRU929 MUR480 MVR462 MWK454 MXN484 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524
    NZD554 OMR512 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 PYG600 QAR634 RON946 RSD941 RUB643 RWF646
    SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 SOS706 SRD968 SSP728 STN930 SVC222 SYP760
    SZL748 THB764 TJS972 TMT934 TND788 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980 UGX800 USD840 UYU858
    UZS860 VED926 VES928 VND704 VUV548 WST882 XAF950 XCD951 XCG532 XOF952 XPF953 YER886 ZAR710 ZMW967
    ZWG924
  `
    .trim()
    .split(/\s+/)
    .map(pair => [pair.slice(0, 3), pair.slice(3)] as const),
)
