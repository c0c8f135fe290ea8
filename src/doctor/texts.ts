// What the doctor says, by name and in English, as the command prints it. Whoever says it in other languages
// translates these tables.

/** Each symptom that can be found. */
export const symptomTitles = {
  'created-read-as-approved': 'A decline was treated as an approval',
  'open-read-as-final': 'An outcome that was still open was treated as final',
  'retried-under-new-id': 'A payment with an open outcome was sent again under new ids',
  'outcome-never-learned': 'Nobody learned what became of a payment',
  'final-decline-retried': 'A card was tried again after a decline that is final',
  'card-data-elsewhere': 'Card data was sent where it does not belong',
  'id-used-twice': 'A transaction id was used for two different requests',
  'amount-malformed': 'An amount is not written as the gateway reads it',
  'amount-off-by-exponent': 'An amount has more decimals than its currency',
  'amounts-in-minor-units': 'Are amounts sent in minor units?',
  'session-reused': 'A session was used again, or after its end',
  'refused-request-repeated': 'A refused request was sent again unchanged',
  polling: 'An order is polled again and again',
  'notifications-unverified': 'A forged notification was accepted',
  'notifications-failing': 'Notifications are not accepted',
  'notifications-slow': 'Notifications are answered slowly',
} as const

export type SymptomId = keyof typeof symptomTitles

/** What to do about each. */
export const symptomAdvice = {
  'created-read-as-approved':
    'HTTP 201 says that the transaction was recorded, not that it was approved: look at `result`, which ' +
    'is SUCCESS for an approval only.',
  'open-read-as-final':
    'PENDING and UNKNOWN are not final: wait for the notification, or retrieve the order, before you ' +
    'capture, ship or tell the payer.',
  'retried-under-new-id':
    'The payer may be charged twice. Retry under the same order and transaction id: the gateway executes ' +
    'it once, and answers what became of it. Or look first, by retrieving the order.',
  'outcome-never-learned':
    'The answer was still open, notifications are not received, and nothing was asked that told ' +
    'the outcome: set `notificationUrl` in your merchant profile, or retrieve the order (`GET ' +
    '…/order/{orderid}`) until its payment is decided.',
  'final-decline-retried':
    'After BLOCKED or DECLINED_DO_NOT_CONTACT the same card is declined again, after EXPIRED_CARD the same ' +
    'card with the same expiry date, and networks charge for such tries. Ask the payer for another card, ' +
    'or for the right date of an expired one.',
  'card-data-elsewhere':
    'Card numbers and security codes belong into their own fields only. Whatever else holds them (a ' +
    'description, an order id, a log of yours) is then in scope of PCI DSS.',
  'id-used-twice':
    'The second one was not executed. Make an id for each attempt of a payer, and keep it for the ' +
    'retries of that very request.',
  'amount-malformed':
    'Write amounts as text in quotes, of digits, and with a point before the decimals, such as `"10.00"`: ' +
    'without a comma, a space, a sign or a currency, which has a field of its own.',
  'amount-off-by-exponent':
    'Amounts are in major units with a decimal point, by the exponent of their currency: ten dollars are ' +
    '10.00, ten yen are 10, a dinar of Kuwait has three decimals.',
  'amounts-in-minor-units':
    'All amounts are whole, and 100 or more. If 1999 means 19.99, write it so: amounts are in major units. ' +
    'If your prices are whole, nothing is wrong: with decimals, such as `"249.00"`, they leave no doubt.',
  'session-reused':
    'A session is for one order. Create a new one for each (`POST …/session`), keep its id on ' +
    'your server only, and send as `session.version` the one that you were last answered, or ' +
    'none.',
  'refused-request-repeated':
    'What was refused for its content is refused again: mend the field that the answer names. Retry only ' +
    'after 429, 5xx or a broken connection.',
  polling:
    'Let notifications tell you when an order changes, or wait for them at the feed (`GET ' +
    '…/notifications?after=…&wait=20`): retrieve the order then, and not again and again.',
  'notifications-unverified':
    'Whoever finds your address can tell your shop that an order was paid. Verify the signature before you ' +
    'read the body, and answer 401 where it is wrong.',
  'notifications-failing':
    'Answer 2xx to every notification that is genuine, also to one that you have had before.',
  'notifications-slow':
    'Store the notification, answer 200, and work on it afterwards: a slow answer counts as a failure.',
} as const satisfies Readonly<Record<SymptomId, string>>

/** Where a symptom was seen. */
export const evidenceTexts = {
  followedDecline:
    '{operation} after transaction {transactionId} was answered {status} with FAILURE {gatewayCode}',
  followedOpen: '{operation} while transaction {transactionId} was {result} {gatewayCode}',
  secondTry: '{operation} under these ids {seconds} s after {before} was answered {outcome}',
  sameCard: 'card {card} sent again after {gatewayCode}',
  leftOpen: '{operation} was answered {outcome}, and nobody asked what became of it',
  refused: '{operation} answered {status}, {explanation}',
  refusedField: '{operation} answered {status}, {field}: {explanation}',
  thirdTime: '{operation} for the third time: {explanation}',
  minorUnits: '{amount} {currency}: was {meant} meant?',
  polled: 'retrieved more than {times} times within a minute',
  forged: 'a notification with a wrong signature was answered 2xx',
  notTaken: 'your receiver answered {status}',
  notDelivered: 'your receiver did not take it: {reason}',
  noAnswer: 'your receiver did not answer',
  slow: 'your receiver did not answer within {seconds} s',
  slowAnswer: 'your receiver answered {status} after {seconds} s',
} as const

/** What makes a merchant's own shop meet an outcome. */
export const meetingTexts = {
  pays: 'pay with a card that expires {expiry}',
  sends: 'send {operation}',
  scripts: '{command}, then send {operation}',
  triggers: 'as {command} does',
} as const

export type TextValues = Readonly<Record<string, number | string>>

/** One of a table's texts, and what is filled in. */
export type NamedText<Texts> = { readonly name: keyof Texts; readonly values: TextValues }

export const inEnglish = <Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  { name, values }: NamedText<Texts>,
): string => (texts[name] ?? '').replaceAll(/\{(\w+)\}/g, (_, value: string) => String(values[value] ?? ''))
