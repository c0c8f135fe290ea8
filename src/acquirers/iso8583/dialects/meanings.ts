// What fields and their parts mean. Code computes and reads values by meaning (request.ts, response.ts); a
// dialect says where each of them stands. The text beside each says how its value is written.

export const meanings = {
  accountNumber: 'the card number, digits',
  expiry: 'YYMM',
  cardSequenceNumber: 'three digits',
  track1: 'without sentinels',
  track2: 'without sentinels, with = between number and expiry',
  securityCode: 'as printed on the card',
  pinBlock: 'eight bytes in hexadecimal',
  pinKeySerialNumber: 'in hexadecimal, of a PIN block whose key is derived for each transaction',
  giftCardPin: 'as the payer entered it',
  chipData: 'BER-TLV in hexadecimal',
  nameOnCard: 'as given, without what the field cannot hold',

  processingCode: 'six digits: transaction, from account, to account',
  amount:
    'minor units, digits; zero where no money moves; of a decrease what was held, or what remains where ' +
    'the dialect has original amounts and no replacement amounts (1993)',
  currency: 'three digits of ISO 4217',
  settlementCurrency: 'three digits of ISO 4217, of totals',
  additionalAmounts: 'groups of account type 2, amount type 2, currency 3, C or D, amount 12',
  originalAmounts: 'the original amount 12, the same at settlement 12',
  replacementAmounts: 'what remains 12, at settlement 12, two fees of a letter and 8 digits',
  partialApprovalAccepted: '1 where a part may be approved; otherwise absent',
  isEstimated: '1 where the amount is estimated; otherwise absent',
  isLastCapture: '1 or 0',

  transmissionTime: 'MMDDhhmmss in UTC',
  localTime: 'hhmmss',
  localDate: 'MMDD',
  localDateAndTime: 'YYMMDDhhmmss',
  settlementDate: 'MMDD or YYMMDD, by the length of its field',
  traceNumber: 'six digits',
  reference: 'twelve characters, the same through the life of a transaction',
  originalData: 'as the generation lays it out: 90 in 1987, 56 in 1993',

  institution: 'the acquiring institution, digits',
  forwarder: 'the forwarding institution, digits',
  acquirerCountry: 'three digits of ISO 3166',
  category: 'the merchant category, four digits',
  terminal: 'eight characters',
  acceptor: 'the merchant as the acquirer knows it, up to fifteen characters',
  nameAndPlace: 'name 25, city 13, country 2',

  entryMode: 'three digits: how the number came 2, whether a PIN can be entered 1',
  pointOfService: 'twelve characters of 1993',
  condition: 'two digits: payer present or not, mail, telephone, web',
  functionCode:
    'three digits of 1993, where the question has no constant: 100 a hold, 101 an estimated one; 201 a ' +
    'completion of all that is held by now, 202 of another amount',
  reason:
    'four digits of 1993, where the question has no constant: 4000 of what is taken back, 4021 of what was ' +
    'not answered in time, and in 1993 1004 of other advices (decided before the host is told)',
  pinCaptureCode: 'two digits: how many a PIN may have',

  responseCode: 'two characters, or three digits of 1993',
  authorizationCode: 'six characters',
  responseText: 'for people',
  merchantAdviceCode: 'what to do about later payments of a series',

  eci: 'the electronic commerce indicator, two digits',
  authenticationIndicator: 'one digit: how far the payer was authenticated (0 not, 1 tried, 2 fully)',
  authenticationValue: "the issuer's proof, as it came (base64)",
  authenticationTransactionId: "the directory server's identifier",
  authenticationVersion: 'of the protocol, its first digit',
  authenticationResult: 'one character: what the issuer found in the proof',
  walletCryptogram: 'of a device wallet, as it came',
  securityCodeResult: 'one letter',
  addressStreet: 'as given, without what the field cannot hold',
  addressPostcode: 'as given, without spaces',
  addressResult: 'one letter',
  customerPhone: 'digits',
  customerEmail: 'as given',

  agreement: '1 where the payment is one of a series that the payer agreed to; otherwise absent',
  transactionIdentifier: "the network's identifier of the transaction",
  validationCode: 'four characters',
  returnAci: 'one character',
  marketSpecificData: 'one character',
  posData: 'what the terminal can do and did, as the host defines it',
  paySvcData: 'as it came',
  transactionIntegrityClass: 'two characters',
  hostMemory: 'what the host wants to get back in captures, refunds and reversals',

  benefitsVoucher: 'the number of a paper voucher',
  benefitsMerchant: 'the merchant number of the benefits programme',
  benefitsAuthorizationCode: 'given by telephone',
  terminalSerialNumber: 'as configured in the terminal',
  terminalLocation: 'as the merchant says it',
  terminalLane: 'as the merchant says it',

  networkCode: 'three digits',
  checkValue: 'the message authentication code, eight bytes in hexadecimal',
  creditsCount: 'digits',
  creditsReversedCount: 'digits',
  debitsCount: 'digits',
  debitsReversedCount: 'digits',
  creditsAmount: 'digits',
  creditsReversedAmount: 'digits',
  debitsAmount: 'digits',
  debitsReversedAmount: 'digits',
  netAmount: 'C or D and digits',
  settlementCode: 'one digit: whether the totals are the same, where a host says it here',
} as const satisfies Readonly<Record<string, string>>

export type Meaning = keyof typeof meanings
