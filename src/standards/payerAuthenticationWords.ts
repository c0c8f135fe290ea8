// What codes of EMV 3-D Secure say, in words, for people who have to understand one authentication.

const statuses: Readonly<Record<string, string>> = {
  Y: 'authenticated',
  A: 'attempted: the issuer could not authenticate, and vouches for the attempt',
  N: 'not authenticated',
  R: 'rejected: the issuer wants no payment',
  U: 'could not be authenticated, for technical or other reasons',
  C: 'the payer is to be challenged',
  D: 'the payer is to be asked apart from the browser',
  I: 'for information only: the merchant wanted no challenge',
  S: 'the payer is to confirm the payment in the browser',
}

/** From 80 on, every scheme has meanings of its own. */
const reasons: Readonly<Record<string, string>> = {
  '01': 'the card could not be authenticated',
  '02': 'the device is not known',
  '03': 'the device is not supported',
  '04': 'too frequent',
  '05': 'the card has expired',
  '06': 'no such card number',
  '07': 'the transaction is not valid',
  '08': 'the issuer has no record of the card',
  '09': 'a security failure',
  '10': 'the card was stolen',
  '11': 'fraud is suspected',
  '12': 'the cardholder may not make this transaction',
  '13': 'the cardholder does not take part',
  '14': "timed out at the issuer's server",
  '15': 'low confidence',
  '16': 'medium confidence',
  '17': 'high confidence',
  '18': 'very high confidence',
  '19': 'too many challenges',
  '20': 'the issuer authenticates payments only',
  '21': 'the issuer authenticates nobody who is not there',
  '22': "a technical problem of the issuer's server",
  '23': 'the payer would have to be asked apart, which was not wanted',
  '24': 'the time to ask the payer apart is over',
  '25': 'too little time to ask the payer apart',
  '26': 'it was attempted, and the payer did not go through with it',
  '27': 'the preferred method is not supported',
  '28': 'the content policy of the page was not valid',
  '29': 'not completed, the payer is asked apart',
  '30': 'done, and the payer has to be asked apart as well',
}

const cancellations: Readonly<Record<string, string>> = {
  '01': 'the payer cancelled',
  '03': 'the time to ask the payer apart is over',
  '04': "the issuer's server waited too long for the payer",
  '05': "the payer's browser never came to the challenge",
  '06': 'an error in the challenge',
  '07': 'nobody knows why',
  '08': "the app's software waited too long",
  '09': 'an error about the last page of the challenge',
  '10': 'an error about the first page of the challenge',
}

const wordOf = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined

export const transactionStatusWords = (code: string): string => wordOf(statuses, code) ?? 'not known here'

export const statusReasonWords = (code: string): string =>
  wordOf(reasons, code) ?? (/^[89][0-9]$/.test(code) ? "the scheme's own code" : 'not known here')

export const challengeCancelWords = (code: string): string => wordOf(cancellations, code) ?? 'not known here'
