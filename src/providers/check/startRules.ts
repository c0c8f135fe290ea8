// Rules about starting, asking and cancelling, for which no payer is needed.

import type { ProtocolCall } from '../protocol/declaration.ts'
import { readDescription } from '../protocol/messages.ts'
import { type CheckRule, cancelOf, statusOf, want, wantError, wantState } from './rule.ts'
import { type CheckStage, heardInWords, newCheckId } from './stage.ts'

const many = 20

export const startRules: readonly CheckRule[] = [
  {
    name: 'describes-itself',
    expects: 'GET {base}/v1 says protocol tollgate-provider, versions with 1, and a list supports.',
    async run(stage) {
      const text = await stage.client.describe()
      want(text !== undefined, 'it was not answered with status 200')
      const description = readDescription(text)
      want(description !== undefined, `it says ${text.slice(0, 200)}`)
      stage.supports = description.supports
    },
  },
  {
    name: 'start-opens',
    expects: 'start answers the state open and a pageUrl; status says the same state.',
    async run(stage) {
      const start = stage.start()
      await wantState(stage, start, 'open')
      await wantState(stage, statusOf(start), 'open')
    },
  },
  {
    name: 'start-repeats',
    expects: 'The same start again answers the same payment with the same page.',
    async run(stage) {
      const start = stage.start()
      const first = await wantState(stage, start, 'open')
      const again = await wantState(stage, start, 'open', 'the repeated start')
      want(first.pageUrl === again.pageUrl, `the pages are ${first.pageUrl} and ${again.pageUrl}`)
    },
  },
  {
    name: 'start-conflicts',
    expects: 'The same paymentId with another amount, currency, operation or merchant is a CONFLICT.',
    async run(stage) {
      const start = stage.start()
      await wantState(stage, start, 'open')
      const others = {
        amount: otherAmount(start),
        currency: start.currency === 'EUR' ? 'USD' : 'EUR',
        operation: 'AUTHORIZE' as const,
        merchantId: `${start.merchantId.slice(0, 38)}-2`,
      }
      for (const [name, value] of Object.entries(others))
        await wantError(stage, { ...start, [name]: value }, 'CONFLICT', {
          about: `a start with another ${name}`,
        })
    },
  },
  {
    name: 'starts-at-once',
    expects: `${many} equal starts at the same time make one payment.`,
    async run(stage) {
      const start = stage.start()
      const answers = await Promise.all(Array.from({ length: many }, () => wantState(stage, start, 'open')))
      const pages = new Set(answers.map(({ pageUrl }) => pageUrl))
      const ids = new Set(answers.map(({ providerPaymentId }) => providerPaymentId))
      want(pages.size === 1, `there are ${pages.size} different pages`)
      want(ids.size === 1, `there are ${ids.size} different values of providerPaymentId`)
    },
  },
  {
    name: 'unknown-fields',
    expects: 'Fields that are not of this version are ignored.',
    async run(stage) {
      const start = stage.start()
      const made = {
        body: (body: string) => JSON.stringify({ ...JSON.parse(body), ofVersionTwo: { a: [1] } }),
      }
      const reply = await stage.client.call(start, { ...made })
      want('answer' in reply.heard, `a start with an unknown field was answered with ${heardInWords(reply)}`)
    },
  },
  {
    name: 'invalid-fields',
    expects: 'A call without amount, or with one that is no decimal text, is refused (400 INVALID_REQUEST).',
    async run(stage) {
      for (const [amount, about] of [
        [undefined, 'a start without amount'],
        ['12,00', 'a start with the amount "12,00"'],
        ['-1.00', 'a start with the amount "-1.00"'],
      ] as const) {
        const made = { body: (body: string) => JSON.stringify({ ...JSON.parse(body), amount }) }
        await wantError(stage, stage.start(), 'INVALID_REQUEST', { made, about })
      }
    },
  },
  {
    name: 'large-calls',
    expects: 'A call of 60 KiB is read.',
    async run(stage) {
      const particulars = { order: { description: 'x'.repeat(60_000) } }
      await wantState(stage, stage.start({ particulars }), 'open', 'a start of 60 KiB')
    },
  },
  {
    name: 'status-unknown',
    expects: 'status of a payment, or of a part, that is not known is NOT_FOUND.',
    async run(stage) {
      const start = stage.start()
      await wantError(stage, statusOf(start), 'NOT_FOUND', { about: 'status of an unknown payment' })
      await wantState(stage, start, 'open')
      const part = { ...statusOf(start), refundId: newCheckId('refund') }
      await wantError(stage, part, 'NOT_FOUND', { about: 'status of an unknown refund' })
    },
  },
  {
    name: 'merchants-apart',
    expects: "Another merchant's payment is NOT_FOUND.",
    async run(stage) {
      const start = stage.start()
      await wantState(stage, start, 'open')
      const stranger = { ...statusOf(start), merchantId: `${start.merchantId.slice(0, 38)}-2` }
      await wantError(stage, stranger, 'NOT_FOUND', { about: 'status in the name of another merchant' })
    },
  },
  {
    name: 'cancel-open',
    expects: 'cancel of an open payment answers cancelled, again and again, and so does status.',
    async run(stage) {
      const start = stage.start()
      await wantState(stage, start, 'open')
      for (const call of [cancelOf(start), cancelOf(start), statusOf(start)])
        await wantState(stage, call, 'cancelled')
      await wantState(stage, start, 'cancelled', 'start after the cancel')
    },
  },
  {
    name: 'cancel-overtakes',
    expects: 'cancel of an unknown payment is remembered: a start that comes later answers cancelled.',
    async run(stage) {
      const start = stage.start()
      await wantState(stage, cancelOf(start), 'cancelled', 'cancel of an unknown payment')
      const late = await wantState(stage, start, 'cancelled', 'a start that comes after its cancel')
      want(late.pageUrl === undefined, 'the payment is cancelled and has a page')
    },
  },
  {
    name: 'cancel-races-start',
    expects: 'start and cancel at the same time, in any order, end cancelled.',
    async run(stage) {
      for (let round = 0; round < 5; round++) {
        const start = stage.start()
        const calls: ProtocolCall[] = round % 2 === 0 ? [start, cancelOf(start)] : [cancelOf(start), start]
        await Promise.all(calls.map(call => stage.call(call)))
        await wantState(stage, statusOf(start), 'cancelled', 'status after start and cancel')
      }
    },
  },
  {
    name: 'unsupported-calls',
    expects: 'Calls that supports does not list are answered NOT_SUPPORTED.',
    async run(stage) {
      const start = stage.start()
      await wantState(stage, start, 'open')
      for (const call of unsupportedCalls(stage, start)) await wantError(stage, call, 'NOT_SUPPORTED')
    },
  },
]

function unsupportedCalls(
  { supports }: CheckStage,
  { merchantId, paymentId, amount, currency }: ProtocolCall<'start'>,
): readonly ProtocolCall[] {
  const common = { merchantId, paymentId, amount, currency }
  const calls: readonly ProtocolCall[] = [
    { call: 'confirm', ...common },
    { call: 'capture', captureId: newCheckId('capture'), ...common },
    { call: 'refund', refundId: newCheckId('refund'), ...common },
  ]
  return calls.filter(({ call }) => !supports.some(each => each === call))
}

/** One digit differs, and it stays an amount. */
export const otherAmount = ({ amount }: { readonly amount: string }): string =>
  amount.endsWith('1') ? `${amount.slice(0, -1)}2` : `${amount.slice(0, -1)}1`
