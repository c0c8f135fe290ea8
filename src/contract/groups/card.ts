import {
  base64,
  cardNumber,
  digits,
  digitsBetween,
  emvTags,
  hex,
  maskedDigits,
  month,
  oneOf,
  text,
  track1,
  track2,
} from '../kit/scalars.ts'
import { changedAt, group, optional, required } from '../kit/vocabulary.ts'

/** A card as a request may describe it (spec 2.8). What is secret is marked here, once. */

const sensitive = { secret: 'authentication' } as const

export const expiry = group({
  month: required(month, 'Month in which the card expires; "01" and "1" are the same.'),
  year: required(digits(2), 'Year in which the card expires, counted from 2000.'),
})

const maskedExpiry = group({
  month: optional(month, 'Month in which the funding card expires.'),
  year: optional(digits(2), 'Year in which the funding card expires, counted from 2000.'),
})

const cryptogramFormat = oneOf('3DSECURE', 'EMV')

const devicePayment = group({
  '3DSecure': optional(
    group({
      eciIndicator: optional(digits(1, 2), 'Electronic commerce indicator from the decrypted payment token.'),
      onlinePaymentCryptogram: optional(
        base64(1, 128),
        'Cryptogram from the decrypted payment token.',
        sensitive,
      ),
    }),
    'Payment data of the 3DSECURE format.',
  ),
  cryptogramFormat: optional(cryptogramFormat, 'How the device wrapped its payment data.'),
  eciIndicator: optional(digits(1, 2), 'Electronic commerce indicator; not for wallets or scheme tokens.'),
  onlinePaymentCryptogram: optional(
    base64(1, 128),
    'Cryptogram from the decrypted payment token.',
    sensitive,
  ),
})

const mobileWallet = group({
  '3DSecure': optional(
    group({
      eciIndicator: optional(digits(1, 2), 'Electronic commerce indicator of the wallet payment.'),
      onlinePaymentCryptogram: required(base64(1, 128), 'Cryptogram the wallet produced.', sensitive),
    }),
    'Payment data of the 3DSECURE format.',
  ),
  cryptogramFormat: required(cryptogramFormat, 'How the wallet wrapped its payment data.'),
})

export const p2pe = group({
  cardBin: optional(
    digits(1, 6),
    'Leading digits the decrypted number must have, or the request is refused.',
  ),
  encryptionState: optional(
    { ...oneOf('INVALID', 'VALID'), name: 'String', min: 5, max: 7 },
    'What the terminal says of its encryption; INVALID declines the transaction.',
  ),
  initializationVector: optional(hex(16, 64), 'Initialisation vector, where the terminal used one.', {
    secret: 'sealed',
  }),
  keySerialNumber: required(changedAt(69, hex(20), hex(20, 24)), 'Key serial number of the terminal key.'),
  payload: required(hex(32, 1024), 'Card data encrypted by the terminal; never kept.', { secret: 'sealed' }),
})

const pin = group({
  encryptionState: optional(
    oneOf('INVALID', 'VALID'),
    'What the terminal says of its encryption.',
    sensitive,
  ),
  keySerialNumber: optional(hex(20, 24), 'Key serial number of the PIN key.', sensitive),
  keySetId: optional(hex(6, 8), 'The key set the PIN key belongs to.', sensitive),
  payload: required(hex(16, 32), 'The encrypted PIN block; passed to the acquirer only.', sensitive),
})

/** What a terminal read off the card: the part that a void may bring, too. */
export const terminalReading = {
  emvRequest: optional(emvTags, 'EMV tags of the terminal, from the permitted list.', { secret: 'emv' }),
  p2pe: optional(p2pe, 'Card data encrypted at the point of entry.'),
  track1: optional(track1, 'Track 1 as read from the stripe.', sensitive),
  track2: optional(track2, 'Track 2 as read from the stripe; must match number and expiry.', sensitive),
}

export const card = group({
  accountType: optional(oneOf('CHECKING', 'SAVINGS'), 'The account behind a debit-network card.'),
  devicePayment: optional(devicePayment, 'A payment made with a device wallet.'),
  emvRequest: terminalReading.emvRequest,
  expiry: optional(expiry, 'When the card expires.'),
  // Masked by us again: a client that forgets to must not get a number into the store or an answer.
  maskedFpan: optional(maskedDigits(9, 19), 'Funding card number behind a device number, masked 6.4.', {
    secret: 'number',
  }),
  maskedFpanExpiry: optional(maskedExpiry, 'When the funding card expires.'),
  mobileWallet: optional(mobileWallet, 'A payment made with a mobile wallet.'),
  nameOnCard: optional(text(1, 256), "The cardholder's name as the card shows it."),
  number: optional(cardNumber, 'The card number.', { secret: 'number', unmaskable: true }),
  p2pe: terminalReading.p2pe,
  pin: optional(pin, 'The PIN entered at the point of sale; passed to the acquirer, never kept.', sensitive),
  securityCode: optional(
    digits(3, 4),
    'The security code printed on the card; used once, never kept.',
    sensitive,
  ),
  sequenceNumber: optional(digitsBetween(0, 999), 'Tells cards of the same number apart.'),
  storedOnFile: optional(
    oneOf('NOT_STORED', 'STORED', 'TO_BE_STORED'),
    'Whether you hold, or are about to hold, these details for later payments.',
  ),
  track1: terminalReading.track1,
  track2: terminalReading.track2,
})
