import { alphanumeric, text, timeOffset } from '../kit/scalars.ts'
import { group, optional } from '../kit/vocabulary.ts'

/** What the acquirer's message carried back, for those who reconcile by it (spec 2.12). */
export const authorizationResponse = group({
  marketSpecificData: optional(text(1, 1), 'Kind of business the payment was authorized for.'),
  merchantAdviceCode: optional(text(1, 2), 'What the issuer advises to do next.'),
  paySvcData: optional(text(1, 23), 'Data of the payment service.'),
  posData: optional(text(1, 13), 'What the acquirer understood of the point of sale.'),
  posEntryMode: optional(text(1, 4), 'How the acquirer understood the card to have been entered.'),
  posEntryModeChanged: optional(text(1, 1), 'Whether the acquirer changed the entry mode.'),
  processingCode: optional(text(1, 6), 'Kind of transaction and accounts in the message.'),
  responseCode: optional(text(1, 3), "The acquirer's own response code."),
  responseMessage: optional(text(1, 16), "The acquirer's own words."),
  returnAci: optional(text(1, 1), 'Characteristics the authorization was found to have.'),
  stan: optional(text(1, 6), 'System trace audit number of the message.'),
  time: optional(text(1, 6), 'Local time of the message as HHMMSS.'),
  timezone: optional(timeOffset, 'Offset of that time from UTC.'),
  trackQuality: optional(text(1, 2), 'How well the stripe could be read.'),
  transactionIdentifier: optional(text(1, 30), "The network's identifier of the transaction."),
  transactionIntegrityClass: optional(
    alphanumeric(1, 2),
    'How safely, in the view of the network, the payment was made.',
  ),
  validationCode: optional(text(1, 4), 'Ties the capture to its authorization; the gateway sends it along.'),
  vpasResponse: optional(text(1, 1), 'What the issuer made of the proof of authentication.'),
})
