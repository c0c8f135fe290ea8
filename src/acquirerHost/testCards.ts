import type { GatewayCode } from '../orders/transaction.ts'

/**
 * What makes a simulated acquirer answer what, in tables: the card's expiry date decides the outcome, the
 * security code and the street decide what is verified, and the number of a gift card or of a benefits
 * account holds its balance. A script overrules all of it. The acquirer simulator of the sandbox and the
 * acquirer host share these tables and no code; docs/sandbox.md, "Outcomes by the card", has them for
 * developers of shops.
 *
 * These dates count whatever the calendar says, so that a test keeps its meaning when its date has passed. A
 * card with any other date is approved until the end of its month, and then EXPIRED_CARD.
 */
export const triggersByExpiry: ReadonlyMap<string, AcquirerTrigger> = new Map<string, AcquirerTrigger>([
  ['04/27', 'EXPIRED_CARD'],
  ['08/28', 'TIMED_OUT'],
  ['01/37', 'ACQUIRER_SYSTEM_ERROR'],
  ['02/37', 'UNSPECIFIED_FAILURE'],
  ['05/37', 'UNKNOWN'],
  ['01/39', 'APPROVED'],
  ['02/39', 'INSUFFICIENT_FUNDS'],
  ['03/39', 'REFERRED'],
  ['04/39', 'PARTIALLY_APPROVED'],
  ['05/39', 'DECLINED'],
  ['06/39', 'DECLINED_DO_NOT_CONTACT'],
  ['07/39', 'BLOCKED'],
  ['08/39', 'PENDING'],
  ['09/39', 'SYSTEM_ERROR'],
  ['10/39', 'EXPIRED_CARD'],
  ['11/39', 'TIMED_OUT'],
  ['12/39', 'APPROVED_PENDING_SETTLEMENT'],
])

/** What a card can provoke; TIMED_OUT is what the merchant will read after a silence. */
export type AcquirerTrigger = Extract<
  GatewayCode,
  | 'ACQUIRER_SYSTEM_ERROR'
  | 'APPROVED'
  | 'APPROVED_PENDING_SETTLEMENT'
  | 'BLOCKED'
  | 'DECLINED'
  | 'DECLINED_DO_NOT_CONTACT'
  | 'EXPIRED_CARD'
  | 'INSUFFICIENT_FUNDS'
  | 'PARTIALLY_APPROVED'
  | 'PENDING'
  | 'REFERRED'
  | 'SYSTEM_ERROR'
  | 'TIMED_OUT'
  | 'UNKNOWN'
  | 'UNSPECIFIED_FAILURE'
>

/** Network A prints four digits on its cards, the others three. Any other code matches. */
export const securityCodes: ReadonlyMap<string, TestedSecurityCode> = new Map([
  ['100', 'MATCH'],
  ['101', 'NOT_PROCESSED'],
  ['102', 'NO_MATCH'],
])
export const securityCodesOfNetworkA: ReadonlyMap<string, TestedSecurityCode> = new Map([
  ['1000', 'MATCH'],
  ['1010', 'NOT_PROCESSED'],
  ['1020', 'NO_MATCH'],
])

/** By `billing.address.street`, without the house number. Any other street matches. */
export const avsByStreet: ReadonlyMap<string, TestedAddress> = new Map([
  ['alpha st', 'ADDRESS_MATCH'],
  ['gamma st', 'NOT_VERIFIED'],
  ['kilo st', 'NAME_MATCH'],
  ['lima st', 'NAME_ZIP_MATCH'],
  ['november st', 'NO_MATCH'],
  ['oscar st', 'NAME_ADDRESS_MATCH'],
  ['romeo st', 'SERVICE_NOT_AVAILABLE_RETRY'],
  ['sierra st', 'SERVICE_NOT_SUPPORTED'],
  ['uniform st', 'NOT_AVAILABLE'],
  ['whiskey st', 'ZIP_MATCH'],
  ['x-ray st', 'ADDRESS_ZIP_MATCH'],
  ['zero st', 'NOT_REQUESTED'],
])

/** Of gift cards, and of cards whose PIN block is under one of the test keys. */
export const correctPin = '1234'

/** A gift card's number is 603571 and 13 digits. */
export const isGiftCard = (number: string): boolean => number.length === 19 && number.startsWith('603571')

/** A gift card that is never answered. */
export const isSilentGiftCardNumber = (number: string): boolean =>
  isGiftCard(number) && number.endsWith('9990')

/** The balance of a gift card or a benefits account: digits 7 to 12 of its number, in minor units. */
export const balanceInNumber = (number: string): bigint => BigInt(number.slice(6, 12))

export type SimulatorReply = AcquirerResponse & {
  readonly outcome: 'approved' | 'declined' | 'pending' | 'unknown'
}

export type AcquirerResponse = {
  /** As ISO 8583 numbers responses. */
  readonly acquirerCode: string
  readonly acquirerMessage: string
}

/** Any code can be scripted; one that has no row here is a plain decline. */
export function replyFor(gatewayCode: GatewayCode): SimulatorReply {
  return replies[gatewayCode] ?? { ...replies.DECLINED, acquirerMessage: gatewayCode.replaceAll('_', ' ') }
}

export const isApproval = (gatewayCode: GatewayCode): boolean => replyFor(gatewayCode).outcome === 'approved'

type SimulatorReplies = { readonly [code in GatewayCode]?: SimulatorReply } & Record<
  Exclude<AcquirerTrigger, 'TIMED_OUT'>,
  SimulatorReply
>
const approved = { outcome: 'approved', acquirerCode: '00', acquirerMessage: 'APPROVED' } as const
const replies: SimulatorReplies = {
  APPROVED: approved,
  APPROVED_AUTO: approved,
  APPROVED_PENDING_SETTLEMENT: approved,
  BALANCE_AVAILABLE: approved,
  BALANCE_UNKNOWN: approved,
  NO_BALANCE: approved,
  PARTIALLY_APPROVED: { outcome: 'approved', acquirerCode: '10', acquirerMessage: 'PARTIAL APPROVAL' },
  REFERRED: { outcome: 'declined', acquirerCode: '01', acquirerMessage: 'REFER TO ISSUER' },
  DECLINED_DO_NOT_CONTACT: { outcome: 'declined', acquirerCode: '04', acquirerMessage: 'PICK UP CARD' },
  DECLINED: { outcome: 'declined', acquirerCode: '05', acquirerMessage: 'DO NOT HONOUR' },
  UNSPECIFIED_FAILURE: { outcome: 'declined', acquirerCode: '06', acquirerMessage: 'ERROR' },
  INSUFFICIENT_FUNDS: { outcome: 'declined', acquirerCode: '51', acquirerMessage: 'INSUFFICIENT FUNDS' },
  EXPIRED_CARD: { outcome: 'declined', acquirerCode: '54', acquirerMessage: 'EXPIRED CARD' },
  DECLINED_INVALID_PIN: { outcome: 'declined', acquirerCode: '55', acquirerMessage: 'INCORRECT PIN' },
  BLOCKED: { outcome: 'declined', acquirerCode: '62', acquirerMessage: 'RESTRICTED CARD' },
  ACQUIRER_SYSTEM_ERROR: { outcome: 'declined', acquirerCode: '91', acquirerMessage: 'ISSUER INOPERATIVE' },
  SYSTEM_ERROR: { outcome: 'declined', acquirerCode: '96', acquirerMessage: 'SYSTEM MALFUNCTION' },
  PENDING: { outcome: 'pending', acquirerCode: '09', acquirerMessage: 'REQUEST IN PROGRESS' },
  UNKNOWN: { outcome: 'unknown', acquirerCode: '68', acquirerMessage: 'OUTCOME NOT KNOWN' },
}

/** What the networks advise about later payments of a series: 01 ask for another card, 03 give up. */
const adviceCodes: { readonly [code in GatewayCode]?: string } = {
  EXPIRED_CARD: '01',
  BLOCKED: '03',
  DECLINED_DO_NOT_CONTACT: '03',
}
const tryLater = '02'
export const adviceFor = (gatewayCode: GatewayCode): string => adviceCodes[gatewayCode] ?? tryLater

export const securityCodeLetters = {
  MATCH: 'M',
  NO_MATCH: 'N',
  NOT_PROCESSED: 'P',
  NOT_PRESENT: 'S',
  NOT_SUPPORTED: 'U',
} as const
type TestedSecurityCode = keyof typeof securityCodeLetters

/** The network's letter for each result of comparing an address. */
export const addressLetters = {
  ADDRESS_MATCH: 'A',
  ADDRESS_ZIP_MATCH: 'X',
  NAME_ADDRESS_MATCH: 'O',
  NAME_MATCH: 'K',
  NAME_ZIP_MATCH: 'L',
  ZIP_MATCH: 'W',
  NO_MATCH: 'N',
  NOT_AVAILABLE: 'U',
  NOT_REQUESTED: '0',
  NOT_VERIFIED: 'G',
  SERVICE_NOT_AVAILABLE_RETRY: 'R',
  SERVICE_NOT_SUPPORTED: 'S',
} as const
type TestedAddress = keyof typeof addressLetters
