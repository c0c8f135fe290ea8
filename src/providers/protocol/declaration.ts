// The protocol between the gateway and adapters of payment providers, version 1, as data: its calls, answers,
// states, codes and errors. Reading, writing and the OpenAPI document are derived from it.

import { boolean, constant, dateTime, oneOf, string, text } from '../../contract/kit/scalars.ts'
import {
  type Field,
  type Group,
  group,
  optional,
  required,
  type Scalar,
  type Shape,
  type ValuesOf,
} from '../../contract/kit/vocabulary.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { isCurrency } from '../../standards/currencies.ts'
import { isAddress, isUrl } from '../../standards/url.ts'

export const protocolName = 'tollgate-provider'
export const protocolVersion = 1
/** Of a call, an answer and a notice. */
export const protocolBodyBytesMax = 65_536

const idOf = (what: string): Scalar<string> => ({
  ...string('Id', { min: 1, max: 64, pattern: /^[A-Za-z0-9_-]+$/ }),
  sentence: `It must be ${what}: 1 to 64 characters of A-Z a-z 0-9 _ and -.`,
})

const decimalAmount: Scalar<string> = {
  ...string('Decimal', { min: 1, max: 17, pattern: /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/ }),
  sentence: 'It must be text: a decimal number with at most the decimals of its currency, such as "12.00".',
}
const currencyCode: Scalar<string> = {
  ...string('Currency', { min: 3, max: 3, pattern: /^[A-Z]{3}$/ }),
  holds: isCurrency,
  sentence: 'It must be an ISO 4217 alpha code in upper case.',
}
const address: Scalar<string> = {
  ...string('Url', { min: 12, max: 2_048 }),
  holds: isAddress,
  sentence: 'It must be an https:// or http:// address of at most 2048 characters, without user information.',
}
/** Payers are sent there. */
const page: Scalar<string> = {
  ...address,
  holds: isUrl,
  sentence: 'It must be an https:// address (http:// on this machine) without user information.',
}

const paymentId = idOf('the id of a payment')
const captureId = idOf('the id of a capture')
const refundId = idOf('the id of a refund')

const identity = {
  merchantId: required(text(1, 40), 'The merchant, as the gateway calls it.'),
  paymentId: required(paymentId, 'The payment, as the gateway calls it: unique, and the key of repeats.'),
}
const money = {
  amount: required(decimalAmount, 'Decimal text with the decimals of the currency: "12.00".'),
  currency: required(currencyCode, 'ISO 4217 alpha code.'),
}
const reference = optional(text(1, 40), "The merchant's reference of the order.")

/** A part of a payment that a call is about, where it is not about the payment as a whole. */
const partIds = {
  captureId: optional(captureId, 'About this capture of the payment.'),
  refundId: optional(refundId, 'About this refund of the payment.'),
}

/** Why the gateway cancels. */
export const cancelReasons = ['GATEWAY_STOPPED_WAITING', 'VOIDED_BY_MERCHANT', 'OUTCOME_UNKNOWN'] as const

type ProtocolMessage<S extends Shape> = {
  readonly doc: string
  readonly fields: Group<S>
  /** It may have `particulars`: an object under the names of the merchant API, which nothing depends on. */
  readonly hasParticulars: boolean
}

const message = <const S extends Shape>(doc: string, fields: S) =>
  ({ doc, fields: group(fields), hasParticulars: false }) as const satisfies ProtocolMessage<S>

const messageWithParticulars = <const S extends Shape>(doc: string, fields: S) =>
  ({ doc, fields: group(fields), hasParticulars: true }) as const satisfies ProtocolMessage<S>

const callField = <const Name extends string>(name: Name): Field<Scalar<Name>, true> =>
  required(constant(name), `Always ${name}: it must be that of the path, which is not signed.`)

/** What the gateway calls, each as `POST {base}/v1/{call}`. */
export const protocolCalls = {
  start: messageWithParticulars(
    'Starts a payment: the payer will visit its page, agree or not, and be sent back. The same paymentId ' +
      'again starts nothing: the answer is the payment as it is, with the same page while it is open. ' +
      'The same paymentId with another merchantId, amount, currency or operation is a CONFLICT.',
    {
      call: callField('start'),
      ...identity,
      orderId: required(text(1, 40), "The merchant's order."),
      transactionId: required(text(1, 40), "The merchant's transaction."),
      operation: required(
        oneOf('AUTHORIZE', 'PAY'),
        'PAY takes the money; AUTHORIZE reserves it, and `capture` takes it.',
      ),
      ...money,
      kind: required(text(1, 64), 'The kind of payment that the merchant asked for.'),
      confirmation: required(
        oneOf('AT_PROVIDER', 'AT_MERCHANT'),
        'AT_PROVIDER: executed as soon as the payer agrees. AT_MERCHANT: executed by `confirm` only.',
      ),
      returnUrl: required(address, "Where the payer's browser is sent when the visit ends, however it ends."),
      noticeUrl: required(address, 'Where to send notices about this payment.'),
      expiresAt: required(dateTime, 'After this nobody may agree any more.'),
      reference,
      language: optional(text(2, 35), 'Language tag that the merchant prefers for the page.'),
      shippingAddress: optional(
        group({
          isShown: required(boolean, 'Whether the payer is shown the shipping address.'),
          mayChange: required(boolean, 'Whether the payer may change it.'),
        }),
        'What the page does with the shipping address.',
      ),
    },
  ),
  status: message(
    'Asks for a payment as it is, or for one of its captures or refunds. It changes nothing. What the ' +
      'adapter does not know is NOT_FOUND.',
    { call: callField('status'), ...identity, ...partIds },
  ),
  confirm: messageWithParticulars(
    'Executes what the payer agreed to, where `confirmation` was AT_MERCHANT. The amount may differ from ' +
      'that of `start`, the currency may not. A payment that the payer has not agreed to by then is ' +
      'declined for good. Repeated: the same answer; with another amount or currency: CONFLICT.',
    { call: callField('confirm'), ...identity, ...money, reference },
  ),
  capture: message(
    'Takes money that an AUTHORIZE payment reserved, all of it or a part. The captureId is the key of ' +
      'repeats; with another amount or currency: CONFLICT. More than is reserved is declined.',
    { call: callField('capture'), ...identity, captureId: required(captureId, 'The capture.'), ...money },
  ),
  refund: message(
    'Gives money back, all of it or a part. The refundId is the key of repeats; with another amount or ' +
      'currency: CONFLICT. More than was taken and not yet given back is declined.',
    { call: callField('refund'), ...identity, refundId: required(refundId, 'The refund.'), ...money },
  ),
  cancel: message(
    'The payer must not end up charged: an open or agreed payment can no longer be approved, an approved ' +
      'one is voided or given back wholly. Repeated: the same answer. An unknown paymentId is remembered ' +
      'as cancelled, so that a `start` that comes later starts nothing. With captureId or refundId: that ' +
      'part is undone, and never executed if it was not; one that cannot be undone any more stays approved.',
    {
      call: callField('cancel'),
      ...identity,
      ...partIds,
      reason: required(oneOf(...cancelReasons), 'Why.'),
    },
  ),
} as const satisfies Readonly<Record<string, ProtocolMessage<Shape>>>

export type ProtocolCallName = keyof typeof protocolCalls
export const protocolCallNames: readonly ProtocolCallName[] = [
  ...(['start', 'status', 'confirm', 'capture', 'refund', 'cancel'] as const),
]

/** What a call says. */
export type ProtocolCall<Name extends ProtocolCallName = ProtocolCallName> = {
  [Each in Name]: CallValues<(typeof protocolCalls)[Each]>
}[Name]
type CallValues<M> = M extends { readonly fields: Group<infer S>; readonly hasParticulars: infer P }
  ? ValuesOf<S> & (P extends false ? unknown : { readonly particulars?: object })
  : never

/** What the adapter tells the gateway, at the payment's `noticeUrl`: only that there is news. */
export const protocolNotice = message(
  'There is news of a payment: the gateway will ask for its status. Repeated until answered 204 or 404.',
  { call: callField('notice'), paymentId: identity.paymentId },
)
export type ProtocolNotice = ValuesOf<typeof protocolNotice.fields.fields>

/** The states of a payment. Captures and refunds have those that are not the payer's. */
export const paymentStates = ['open', 'agreed', 'processing', 'approved', 'declined', 'cancelled'] as const
export const partStates = ['processing', 'approved', 'declined', 'cancelled'] as const

/** Why a payment, a capture or a refund was declined: codes of the merchant API. */
export const declineCodes = [
  'DECLINED',
  'CANCELLED',
  'ABORTED',
  'TIMED_OUT',
  'INSUFFICIENT_FUNDS',
  'AUTHENTICATION_FAILED',
  'BLOCKED',
  'EXPIRED_CARD',
  'UNSPECIFIED_FAILURE',
] as const satisfies readonly GatewayCode[]
export type ProtocolDeclineCode = (typeof declineCodes)[number]
export const declineCodeDocs = {
  DECLINED: 'The provider declined.',
  CANCELLED: 'The payer cancelled.',
  ABORTED: 'The payer left without an answer.',
  TIMED_OUT: 'The payer did not decide in time.',
  INSUFFICIENT_FUNDS: "The payer's account does not have the money.",
  AUTHENTICATION_FAILED: 'The payer could not prove who they are.',
  BLOCKED: 'Refused by a rule against fraud.',
  EXPIRED_CARD: 'The card behind the account has expired.',
  UNSPECIFIED_FAILURE: 'It failed, and the provider does not say why.',
} as const satisfies Record<ProtocolDeclineCode, string>

/** A payment, or a part of it, as the adapter answers it. Which fields there must be depends on the state. */
export const protocolAnswer = group({
  paymentId: required(paymentId, 'That of the call.'),
  captureId: optional(captureId, 'That of the call, where it has one.'),
  refundId: optional(refundId, 'That of the call, where it has one.'),
  state: required(
    oneOf(...paymentStates),
    'open: the payer has not decided. agreed: it waits for `confirm`. processing: the provider has not ' +
      'decided. declined and cancelled are final; approved becomes cancelled by `cancel` alone. A capture ' +
      'or a refund is never open or agreed.',
  ),
  amount: optional(decimalAmount, 'What was really taken or given back; required where approved.'),
  currency: optional(currencyCode, 'Of the amount; required where approved.'),
  pageUrl: optional(page, "The payer's page; required where `start` answers an open payment."),
  code: optional(
    oneOf(...declineCodes),
    'Why it was declined; DECLINED where there is none, or one that is not in the list.',
  ),
  providerPaymentId: optional(text(1, 100), "The provider's own id of the payment or the part."),
  accountId: optional(text(1, 50), "The payer's account, as the merchant may see it."),
  authorizationCode: optional(text(1, 12), "The provider's approval code."),
  receipt: optional(text(1, 100), 'The number under which the provider finds it again.'),
  message: optional(text(1, 255), 'For people.'),
})
export type ProtocolAnswer = ValuesOf<typeof protocolAnswer.fields>

/** Nothing depends on these: one that is invalid is left out, and the answer counts. */
export const dispensableAnswerFields: ReadonlySet<string> = new Set([
  ...['code', 'providerPaymentId', 'accountId', 'authorizationCode', 'receipt', 'message'],
])

export const protocolErrorCodes = [
  'INVALID_REQUEST',
  'NOT_SIGNED',
  'NOT_FOUND',
  'CONFLICT',
  'NOT_SUPPORTED',
  'TRY_AGAIN',
] as const
export type ProtocolErrorCode = (typeof protocolErrorCodes)[number]

/** Errors of an adapter, with the status of the HTTP response. */
export const protocolErrors = {
  INVALID_REQUEST: { status: 400, doc: 'The call breaks the protocol; `field` names the field.' },
  NOT_SIGNED: { status: 401, doc: 'The signature is missing, wrong or too old. May be unsigned itself.' },
  NOT_FOUND: { status: 404, doc: 'There is no such payment, capture or refund.' },
  CONFLICT: { status: 409, doc: 'The id is known with other values, or the state does not allow the call.' },
  NOT_SUPPORTED: { status: 422, doc: 'This provider cannot do that; nothing was done.' },
  TRY_AGAIN: { status: 503, doc: 'Nothing was done, and nothing is concluded: the gateway asks again.' },
} as const satisfies Record<ProtocolErrorCode, { readonly status: number; readonly doc: string }>

export const protocolErrorBody = group({
  error: required(
    group({
      code: required(oneOf(...protocolErrorCodes), 'What is wrong.'),
      explanation: required(text(1, 500), 'The same for people.'),
      field: optional(text(1, 100), 'The field of the call that is wrong.'),
    }),
    'Why nothing was done.',
  ),
})
export type AdapterError = ValuesOf<typeof protocolErrorBody.fields>['error']

/** What an adapter can do beyond start, status and cancel; the rest is answered NOT_SUPPORTED. */
export const protocolAbilities = ['confirm', 'capture', 'refund', 'notice'] as const
export type ProtocolAbility = (typeof protocolAbilities)[number]
