// The private field of the 1993 dialect: whatever the standard has no field for, by tag.

import type { PartLayout } from '../dialect.ts'

const shown = { show: 'whole' } as const

export const private1993: PartLayout = {
  layout: 'tagged',
  tagDigits: 2,
  lengthDigits: 3,
  parts: {
    '01': { name: 'PIN key serial number', format: 'an..24', meaning: 'pinKeySerialNumber' },
    '02': { name: 'security code', format: 'n..4', meaning: 'securityCode' },
    '03': { name: 'security code result', format: 'an 1', meaning: 'securityCodeResult', ...shown },
    '04': {
      name: 'how far the payer was authenticated',
      format: 'n 1',
      meaning: 'authenticationIndicator',
      ...shown,
    },
    '05': { name: 'electronic commerce indicator', format: 'n 2', meaning: 'eci', ...shown },
    '06': {
      name: 'proof of authentication, result',
      format: 'an 1',
      meaning: 'authenticationResult',
      ...shown,
    },
    '07': { name: 'merchant advice', format: 'an 2', meaning: 'merchantAdviceCode', ...shown },
    '08': { name: 'a part may be approved', format: 'n 1', meaning: 'partialApprovalAccepted', ...shown },
    '09': { name: 'postcode', format: 'ans..10', meaning: 'addressPostcode' },
    '10': { name: 'address result', format: 'an 1', meaning: 'addressResult', ...shown },
    '11': { name: 'street', format: 'ans..100', meaning: 'addressStreet' },
    '12': { name: 'proof of authentication', format: 'ans..40', meaning: 'authenticationValue' },
    '14': {
      name: "the directory server's identifier",
      format: 'ans..64',
      meaning: 'authenticationTransactionId',
    },
    '15': { name: 'version of authentication', format: 'n 1', meaning: 'authenticationVersion', ...shown },
    '16': { name: 'transaction identifier', format: 'ans..30', meaning: 'transactionIdentifier', ...shown },
    '17': { name: 'validation code', format: 'an 4', meaning: 'validationCode', ...shown },
    '18': { name: 'characteristics of the authorization', format: 'an 1', meaning: 'returnAci', ...shown },
    '19': { name: 'market-specific data', format: 'an 1', meaning: 'marketSpecificData', ...shown },
    '20': { name: 'payment service data', format: 'ans..23', meaning: 'paySvcData', ...shown },
    '21': {
      name: 'transaction integrity class',
      format: 'an 2',
      meaning: 'transactionIntegrityClass',
      ...shown,
    },
    '22': { name: 'cryptogram of a device wallet', format: 'ans..256', meaning: 'walletCryptogram' },
    '23': { name: 'PIN of a gift card', format: 'n..8', meaning: 'giftCardPin' },
    '24': { name: 'name on the card', format: 'ans..26', meaning: 'nameOnCard' },
    '25': { name: "the payer's telephone", format: 'n..20', meaning: 'customerPhone' },
    '26': { name: "the payer's e-mail", format: 'ans..254', meaning: 'customerEmail' },
    '27': { name: 'one of a series', format: 'n 1', meaning: 'agreement', ...shown },
    '28': { name: 'the amount is estimated', format: 'n 1', meaning: 'isEstimated', ...shown },
    '29': { name: 'the last capture', format: 'n 1', meaning: 'isLastCapture', ...shown },
    '31': { name: 'benefits voucher', format: 'n..15', meaning: 'benefitsVoucher', ...shown },
    '32': { name: 'benefits merchant', format: 'n..7', meaning: 'benefitsMerchant', ...shown },
    '33': {
      name: 'benefits authorization by telephone',
      format: 'an..6',
      meaning: 'benefitsAuthorizationCode',
      ...shown,
    },
    '41': { name: 'terminal serial number', format: 'ans..16', meaning: 'terminalSerialNumber', ...shown },
    '42': { name: 'terminal location', format: 'ans..40', meaning: 'terminalLocation', ...shown },
    '43': { name: 'terminal lane', format: 'ans..8', meaning: 'terminalLane', ...shown },
    '44': { name: 'PIN capture code', format: 'n 2', meaning: 'pinCaptureCode', ...shown },
    '45': { name: 'point-of-service data', format: 'ans..40', meaning: 'posData', ...shown },
  },
}
