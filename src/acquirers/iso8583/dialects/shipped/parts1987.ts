// Fields with parts of the 1987 dialects. What the standard has no place for stands in private tags.

import type { PartLayout } from '../dialect.ts'

/** 44: one character for each result of a check. */
export const results1987: PartLayout = {
  layout: 'fixed',
  parts: [
    { name: 'source of the answer', format: 'an 1', show: 'whole' },
    { name: 'address result', format: 'an 1', meaning: 'addressResult', show: 'whole' },
    ...Array.from({ length: 7 }, () => ({ name: 'reserved', format: 'an 1' })),
    { name: 'security code result', format: 'an 1', meaning: 'securityCodeResult', show: 'whole' },
    ...Array.from({ length: 2 }, () => ({ name: 'reserved', format: 'an 1' })),
    {
      name: 'proof of authentication, result',
      format: 'an 1',
      meaning: 'authenticationResult',
      show: 'whole',
    },
    { name: 'reserved', format: 'ans..12' },
  ],
}

/** 48: the kind of business first, always a retail one, then tags. */
export const additional1987: PartLayout = {
  layout: 'tagged',
  tagDigits: 2,
  lengthDigits: 2,
  leading: 'T',
  parts: {
    '42': {
      name: 'how far the payer was authenticated',
      format: 'n 1',
      prefix: '010321',
      meaning: 'authenticationIndicator',
      show: 'whole',
    },
    '43': { name: 'proof of authentication', format: 'ans..32', meaning: 'authenticationValue' },
    '52': {
      name: 'transaction integrity class',
      format: 'an 2',
      meaning: 'transactionIntegrityClass',
      show: 'whole',
    },
    '61': {
      name: 'a part may be approved',
      format: 'n 1',
      meaning: 'partialApprovalAccepted',
      show: 'whole',
    },
    '84': { name: 'merchant advice', format: 'an 2', meaning: 'merchantAdviceCode', show: 'whole' },
    '92': { name: 'security code', format: 'n..4', meaning: 'securityCode' },
  },
}

/** 62: a bitmap of its own. */
export const networkData1987: PartLayout = {
  layout: 'bitmap',
  bytes: 8,
  parts: {
    '1': {
      name: 'characteristics of the authorization',
      format: 'an 1',
      meaning: 'returnAci',
      show: 'whole',
    },
    '2': { name: 'transaction identifier', format: 'an 15', meaning: 'transactionIdentifier', show: 'whole' },
    '3': { name: 'validation code', format: 'an 4', meaning: 'validationCode', show: 'whole' },
    '4': { name: 'market-specific data', format: 'an 1', meaning: 'marketSpecificData', show: 'whole' },
  },
}

/** 63: what the port carries and the standard has no field for. */
export const private1987: PartLayout = {
  layout: 'tagged',
  tagDigits: 2,
  lengthDigits: 3,
  parts: {
    '01': { name: 'PIN key serial number', format: 'an..24', meaning: 'pinKeySerialNumber' },
    '03': { name: 'reason', format: 'an..4', meaning: 'reason', show: 'whole' },
    '05': { name: 'text of the answer', format: 'ans..80', meaning: 'responseText', show: 'whole' },
    '06': { name: 'the amount is estimated', format: 'n 1', meaning: 'isEstimated', show: 'whole' },
    '07': { name: 'the last capture', format: 'n 1', meaning: 'isLastCapture', show: 'whole' },
    '08': { name: 'one of a series', format: 'n 1', meaning: 'agreement', show: 'whole' },
    '11': { name: 'electronic commerce indicator', format: 'n 2', meaning: 'eci', show: 'whole' },
    '12': {
      name: "the directory server's identifier",
      format: 'ans..64',
      meaning: 'authenticationTransactionId',
    },
    '13': {
      name: 'version of authentication',
      format: 'n 1',
      meaning: 'authenticationVersion',
      show: 'whole',
    },
    '14': { name: 'cryptogram of a device wallet', format: 'ans..256', meaning: 'walletCryptogram' },
    '15': { name: 'PIN of a gift card', format: 'n..8', meaning: 'giftCardPin' },
    '16': { name: 'name on the card', format: 'ans..26', meaning: 'nameOnCard' },
    '21': { name: "the payer's telephone", format: 'n..20', meaning: 'customerPhone' },
    '22': { name: "the payer's e-mail", format: 'ans..254', meaning: 'customerEmail' },
    '23': { name: 'payment service data', format: 'ans..23', meaning: 'paySvcData', show: 'whole' },
    '31': { name: 'benefits voucher', format: 'n..15', meaning: 'benefitsVoucher', show: 'whole' },
    '32': { name: 'benefits merchant', format: 'n..7', meaning: 'benefitsMerchant', show: 'whole' },
    '33': {
      name: 'benefits authorization by telephone',
      format: 'an..6',
      meaning: 'benefitsAuthorizationCode',
      show: 'whole',
    },
    '41': {
      name: 'terminal serial number',
      format: 'ans..16',
      meaning: 'terminalSerialNumber',
      show: 'whole',
    },
    '42': { name: 'terminal location', format: 'ans..40', meaning: 'terminalLocation', show: 'whole' },
    '43': { name: 'terminal lane', format: 'ans..8', meaning: 'terminalLane', show: 'whole' },
  },
}

/** 120: where the payer's statements go. */
export const address1987: PartLayout = {
  layout: 'fixed',
  parts: [
    { name: 'postcode', format: 'ans 10', meaning: 'addressPostcode' },
    { name: 'street', format: 'ans..100', meaning: 'addressStreet' },
  ],
}
