import {
  addressLetters,
  avsByStreet,
  securityCodeLetters,
  securityCodes,
  securityCodesOfNetworkA,
} from '../../acquirerHost/testCards.ts'
import type {
  AcquirerAnswerDetails,
  AvsResult,
  PaymentAsk,
  VerificationResult,
  VerifiedElement,
} from '../../acquirers/port.ts'
import { brandOf } from '../../standards/cardBrands.ts'

/** What the issuer says about the security code, the address and the payer. It never declines by itself. */
export function verifyPayer(
  ask: PaymentAsk,
): Pick<AcquirerAnswerDetails, 'cardSecurityCode' | 'avs' | 'detailedVerification'> {
  const cardSecurityCode = securityCodeResult(ask)
  const gatewayCode = avsResult(ask)
  if (!gatewayCode) return { cardSecurityCode }
  const results = verificationResults[gatewayCode]
  const detailedVerification = suppliedElements(ask).map(type => ({
    type,
    gatewayCode: results[aspects[type]],
  }))
  return {
    cardSecurityCode,
    avs: { acquirerCode: addressLetters[gatewayCode], gatewayCode },
    detailedVerification,
  }
}

function securityCodeResult({ card }: PaymentAsk): NonNullable<AcquirerAnswerDetails['cardSecurityCode']> {
  const codes = brandOf(card.number) === 'NETWORK_A' ? securityCodesOfNetworkA : securityCodes
  const gatewayCode =
    card.securityCode === undefined ? 'NOT_PRESENT' : (codes.get(card.securityCode) ?? 'MATCH')
  return { acquirerCode: securityCodeLetters[gatewayCode], gatewayCode }
}

/** A street that is no trigger matches; without an address there is no result. */
function avsResult({ billing }: PaymentAsk): AvsResult | undefined {
  if (billing?.street !== undefined) {
    const otherwise = billing.postcodeZip === undefined ? 'ADDRESS_MATCH' : 'ADDRESS_ZIP_MATCH'
    return avsByStreet.get(streetName(billing.street)) ?? otherwise
  }
  return billing?.postcodeZip === undefined ? undefined : 'ZIP_MATCH'
}

/** `12b ALPHA St, Flat 3` is Alpha St: a house number may precede, a second line follows the comma. */
function streetName(street: string): string {
  const [firstLine = ''] = street.split(',', 1)
  const words = firstLine.trim().toLowerCase().split(/\s+/)
  return words.slice(/^\d/.test(words[0] ?? '') ? 1 : 0).join(' ')
}

type Aspect = 'street' | 'zip' | 'name' | 'contact'
type AddressVerification = { readonly [aspect in Aspect]: VerificationResult }

const all = (result: VerificationResult) => ({ street: result, zip: result, name: result, contact: result })
const unchecked = all('NOT_CHECKED')
const notFound = { ...unchecked, street: 'NOT_MATCHED', zip: 'NOT_MATCHED' } as const

/** What each result says about each element. */
const verificationResults = {
  ADDRESS_MATCH: { ...notFound, street: 'MATCHED' },
  ADDRESS_ZIP_MATCH: { ...notFound, street: 'MATCHED', zip: 'MATCHED' },
  NAME_ADDRESS_MATCH: { ...notFound, street: 'MATCHED', name: 'MATCHED' },
  NAME_MATCH: { ...notFound, name: 'MATCHED' },
  NAME_ZIP_MATCH: { ...notFound, zip: 'MATCHED', name: 'MATCHED' },
  ZIP_MATCH: { ...notFound, zip: 'MATCHED' },
  NO_MATCH: all('NOT_MATCHED'),
  NOT_AVAILABLE: unchecked,
  NOT_REQUESTED: unchecked,
  NOT_VERIFIED: unchecked,
  SERVICE_NOT_AVAILABLE_RETRY: all('SERVICE_NOT_AVAILABLE_RETRY'),
  SERVICE_NOT_SUPPORTED: all('SERVICE_NOT_SUPPORTED'),
} satisfies Record<AvsResult, AddressVerification>

const aspects = {
  BILLING_PHONE: 'contact',
  BILLING_POSTCODE_ZIP: 'zip',
  BILLING_STREET_ADDRESS: 'street',
  CARDHOLDER_NAME: 'name',
  CUSTOMER_EMAIL: 'contact',
} as const satisfies Record<VerifiedElement, Aspect>

function suppliedElements({ billing, card, customerEmail, customerPhone }: PaymentAsk): VerifiedElement[] {
  const supplied: [VerifiedElement, string | undefined][] = [
    ['BILLING_PHONE', customerPhone],
    ['BILLING_POSTCODE_ZIP', billing?.postcodeZip],
    ['BILLING_STREET_ADDRESS', billing?.street],
    ['CARDHOLDER_NAME', card.nameOnCard],
    ['CUSTOMER_EMAIL', customerEmail],
  ]
  return supplied.filter(([, value]) => value !== undefined).map(([type]) => type)
}
