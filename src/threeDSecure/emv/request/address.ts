// Addresses as authentication requests have them: three lines of 50, and codes instead of names.

import { isSubdivision, numberOfCountry } from '../../../standards/countries.ts'
import { cutTo, type Particulars } from './particulars.ts'

type SentAddress = {
  readonly line1?: string | undefined
  readonly line2?: string | undefined
  readonly line3?: string | undefined
  readonly city?: string | undefined
  readonly postCode?: string | undefined
  readonly state?: string | undefined
  readonly country?: string | undefined
}

const lineMax = 50

function addressAt(given: Particulars, path: string): SentAddress {
  const lines = wrapped([given.text(`${path}.street`), given.text(`${path}.street2`)])
  const city = given.text(`${path}.city`)
  const postCode = given.text(`${path}.postcodeZip`)
  const country = given.text(`${path}.country`) ?? ''
  return {
    line1: lines[0],
    line2: lines[1],
    line3: lines[2],
    city: city && cutTo(lineMax, city),
    postCode: postCode && cutTo(16, postCode),
    state: stateOf(country, given.text(`${path}.stateProvinceCode`)?.toUpperCase()),
    country: numberOfCountry(country),
  }
}

/** Post offices of armed forces are among the states of addresses, and not of the ISO's list. */
const isPostOffice = /^A[AEP]$/

/** A code that may not be one would cost the whole request. */
const stateOf = (country: string, code: string | undefined): string | undefined =>
  code !== undefined && isSubdivision(country, code) && !isPostOffice.test(code) ? code : undefined

/** Both lines of the API in lines of their own if they fit, and one after the other if they do not. */
export function wrapped(streets: readonly (string | undefined)[]): readonly string[] {
  const given = streets.filter(street => street !== undefined)
  const lines = given.flatMap(linesOf)
  return lines.length <= 3 ? lines : linesOf(given.join(' ')).slice(0, 3)
}

/** Broken between words; a word that is longer than a line is cut. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = []
  let rest = text
  while (rest.length > lineMax) {
    const space = rest.lastIndexOf(' ', lineMax)
    const line = space > 0 ? rest.slice(0, space) : cutTo(lineMax, rest)
    lines.push(line)
    rest = rest.slice(line.length).trimStart()
  }
  return rest === '' ? lines : [...lines, rest]
}

export function addressesOf(given: Particulars) {
  const billed = addressAt(given, 'billing.address')
  const shipped = addressAt(given, 'shipping.address')
  return {
    billAddrLine1: billed.line1,
    billAddrLine2: billed.line2,
    billAddrLine3: billed.line3,
    billAddrCity: billed.city,
    billAddrPostCode: billed.postCode,
    billAddrState: billed.state,
    billAddrCountry: billed.country,
    shipAddrLine1: shipped.line1,
    shipAddrLine2: shipped.line2,
    shipAddrLine3: shipped.line3,
    shipAddrCity: shipped.city,
    shipAddrPostCode: shipped.postCode,
    shipAddrState: shipped.state,
    shipAddrCountry: shipped.country,
    addrMatch: isSameAddress(given, billed, shipped),
  }
}

/** As the merchant says; else the two are compared, if there are two. */
function isSameAddress(given: Particulars, billed: SentAddress, shipped: SentAddress): 'Y' | 'N' | undefined {
  const said = given.text('shipping.address.sameAsBilling')
  if (said === 'SAME') return 'Y'
  if (said === 'DIFFERENT') return 'N'
  if (billed.line1 === undefined || shipped.line1 === undefined) return undefined
  return JSON.stringify(billed) === JSON.stringify(shipped) ? 'Y' : 'N'
}
