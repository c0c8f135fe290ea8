// Rules about what happens once the payer has agreed.

import { setTimeout as sleep } from 'node:timers/promises'
import { toDecimal, toMinor } from '../../orders/money.ts'
import type { ProtocolAnswer, ProtocolCall } from '../protocol/declaration.ts'
import { type CheckRule, cancelOf, statusOf, want, wantError, wantState } from './rule.ts'
import { type AgreedPayment, type CheckStage, newCheckId, RuleNotTried, settled } from './stage.ts'
import { otherAmount } from './startRules.ts'

const many = 20
const noticeMs = 10_000
const repeatMs = 60_000

export const payerRules: readonly CheckRule[] = [
  {
    name: 'approves',
    expects: 'After the payer agreed the payment is approved, with the amount and currency of start.',
    async run(stage) {
      const { start, answer } = await stage.paid().catch(asBroken)
      want(answer.state === 'approved', `the state is ${answer.state}`)
      wantMoney(answer, start)
    },
  },
  {
    name: 'stays-approved',
    expects: 'start and status of an approved payment answer approved from then on.',
    async run(stage) {
      const { start } = await stage.paid()
      await wantState(stage, start, 'approved', 'start of an approved payment')
      for (let asked = 0; asked < 5; asked++) await wantState(stage, statusOf(start), 'approved')
    },
  },
  {
    name: 'notice',
    expects: 'A signed notice comes to noticeUrl after the payer decided.',
    needs: 'notice',
    async run(stage) {
      const { notices, start } = await noticed(stage)
      const [first] = await notices.wait(start.paymentId, 1, noticeMs)
      want(first !== undefined, `there was none within ${noticeMs / 1_000} s`)
      want(first.flaw === undefined, `its signature is ${first.flaw}`)
    },
  },
  {
    name: 'notice-repeats',
    expects: 'A notice that is not answered 204 or 404 is repeated, with the same webhook-id.',
    needs: 'notice',
    async run(stage) {
      const { notices, start } = await noticed(stage)
      const [first, second] = await notices.wait(start.paymentId, 2, repeatMs)
      want(second !== undefined, `it was not repeated within ${repeatMs / 1_000} s`)
      want(first?.id === second.id, `the ids are ${first?.id} and ${second.id}`)
    },
  },
  {
    name: 'refund-part',
    expects: 'A part is given back: approved, the same again, and status with its refundId says so.',
    needs: 'refund',
    async run(stage) {
      const refund = refundOf(await stage.paid(), 4n)
      const answer = await decided(stage, refund, 'approved')
      wantMoney(answer, refund)
      await wantState(stage, refund, 'approved', 'the repeated refund')
      const { refundId } = refund
      await wantState(stage, { ...statusOf(refund), refundId }, 'approved', 'status of the refund')
    },
  },
  {
    name: 'refund-conflicts',
    expects: 'The same refundId with another amount is a CONFLICT.',
    needs: 'refund',
    async run(stage) {
      const refund = refundOf(await stage.paid(), 8n)
      await decided(stage, refund, 'approved')
      const other = { ...refund, amount: otherAmount(refund) }
      await wantError(stage, other, 'CONFLICT', { about: 'the refund with another amount' })
    },
  },
  {
    name: 'refunds-at-once',
    expects: `${many} equal refunds at the same time give back once.`,
    needs: 'refund',
    async run(stage) {
      const paid = await stage.paid()
      const refund = refundOf(paid, 4n)
      const all = await Promise.all(Array.from({ length: many }, () => stage.answered(refund)))
      const states = new Set(all.map(({ state }) => state))
      want(states.size === 1, `the answers are ${[...states].join(', ')}`)
      await decided(stage, refund, 'approved')
      // The rules before gave back a quarter and an eighth. What is left after this one must be left exactly.
      const { amount, currency } = paid.start
      const given = [4n, 8n, 4n].reduce(
        (sum, of) => sum + toMinor(partOf(amount, currency, of), currency),
        0n,
      )
      const rest = toDecimal(toMinor(amount, currency) - given, currency)
      const again = { ...refundOf(paid, 4n), amount: rest }
      await decided(stage, again, 'approved', 'another refund, which fits if the first was done once,')
      await wantState(stage, { ...cancelOf(paid.start), refundId: again.refundId }, ['cancelled', 'approved'])
    },
  },
  {
    name: 'refund-too-much',
    expects: 'More than was taken is declined, not done in part.',
    needs: 'refund',
    async run(stage) {
      const { start } = await stage.paid()
      const amount = toDecimal(toMinor(start.amount, start.currency) + 1n, start.currency)
      await decided(stage, { ...refundOf({ start }, 1n), amount }, 'declined', 'a refund of too much')
    },
  },
  {
    name: 'refund-cancel-overtakes',
    expects: 'cancel of an unknown refundId is remembered: a refund that comes later is not done.',
    needs: 'refund',
    async run(stage) {
      const paid = await stage.paid()
      const refund = refundOf(paid, 16n)
      const { refundId } = refund
      await wantState(
        stage,
        { ...cancelOf(paid.start), refundId },
        'cancelled',
        'cancel of an unknown refund',
      )
      await wantState(stage, refund, 'cancelled', 'a refund that comes after its cancel')
    },
  },
  {
    name: 'refund-unknown',
    expects: 'A refund of an unknown payment is NOT_FOUND.',
    needs: 'refund',
    async run(stage) {
      await wantError(stage, refundOf({ start: stage.start() }, 1n), 'NOT_FOUND')
    },
  },
  {
    name: 'cancel-approved',
    expects: 'cancel of an approved payment gives back everything: cancelled, for good; no refund after it.',
    async run(stage) {
      const { start, answer } = await stage.agreed()
      want(answer.state === 'approved', `the payment to cancel is ${answer.state}`)
      await decided(stage, cancelOf(start), 'cancelled')
      await wantState(stage, statusOf(start), 'cancelled')
      if (!stage.supports.includes('refund')) return
      const heard = await stage.call(refundOf({ start }, 2n))
      want(!('answer' in heard && heard.answer.state === 'approved'), 'money was given back a second time')
    },
  },
  {
    name: 'cancelled-for-good',
    expects: 'A payer who agrees after the cancel is not charged.',
    needsQuickPayer: true,
    async run(stage) {
      const start = stage.start()
      const { pageUrl = '' } = await wantState(stage, start, 'open')
      await wantState(stage, cancelOf(start), 'cancelled')
      await stage.payer?.agree(pageUrl)
      await sleep(500)
      await wantState(stage, statusOf(start), 'cancelled', 'status after the payer agreed too late')
    },
  },
  {
    name: 'expires',
    expects: 'Nobody can agree after expiresAt.',
    needsQuickPayer: true,
    async run(stage) {
      const expiresAt = new Date(stage.now().getTime() + 1_000).toISOString()
      const start = stage.start({ expiresAt })
      const { pageUrl = '' } = await wantState(stage, start, 'open')
      await sleep(1_500)
      await stage.payer?.agree(pageUrl)
      await sleep(500)
      const { state } = await stage.answered(statusOf(start))
      want(
        !['approved', 'agreed', 'processing'].includes(state),
        `after expiresAt the payment became ${state}`,
      )
    },
  },
  {
    name: 'confirm',
    expects: 'Where the merchant confirms, agreeing takes nothing; confirm does, once, with its own amount.',
    needs: 'confirm',
    async run(stage) {
      const { start, answer } = await stage.agreed({ confirmation: 'AT_MERCHANT' })
      want(answer.state === 'agreed', `after the payer agreed the state is ${answer.state}`)
      const confirm = confirmOf(start)
      wantMoney(await decided(stage, confirm, 'approved'), confirm)
      await wantState(stage, confirm, 'approved', 'the repeated confirm')
      const other = { ...confirm, amount: otherAmount(confirm) }
      await wantError(stage, other, 'CONFLICT', { about: 'confirm with another amount' })
    },
  },
  {
    name: 'confirm-early',
    expects: 'confirm before the payer agreed declines the payment for good.',
    needs: 'confirm',
    async run(stage) {
      const start = stage.start({ confirmation: 'AT_MERCHANT' })
      await wantState(stage, start, 'open')
      await wantState(stage, confirmOf(start), 'declined')
      await wantState(stage, statusOf(start), 'declined')
    },
  },
  {
    name: 'capture',
    expects:
      'Captures take parts of what is reserved, once each, and never more; other amounts are a CONFLICT.',
    needs: 'capture',
    async run(stage) {
      const authorized = await stage.agreed({ operation: 'AUTHORIZE' })
      want(authorized.answer.state === 'approved', `the authorization is ${authorized.answer.state}`)
      const capture = captureOf(authorized, 2n)
      wantMoney(await decided(stage, capture, 'approved'), capture)
      await wantState(stage, capture, 'approved', 'the repeated capture')
      const other = { ...capture, amount: otherAmount(capture) }
      await wantError(stage, other, 'CONFLICT', { about: 'the capture with another amount' })
      await decided(stage, captureOf(authorized, 1n), 'declined', 'a capture of more than is left')
      const { captureId } = capture
      const cancel = { ...cancelOf(capture), captureId }
      await wantState(stage, cancel, ['cancelled', 'approved'], 'cancel of the capture')
    },
  },
]

/** In the rule that is about it, no approval is what is broken. */
function asBroken(error: unknown): never {
  if (error instanceof RuleNotTried && error.message.startsWith('there is no approved payment'))
    want(false, error.message)
  throw error
}

async function noticed(stage: CheckStage) {
  const { notices } = stage
  if (!notices) throw new RuleNotTried('nothing listens for notices: say --listen')
  return { notices, start: (await stage.paid()).start }
}

function wantMoney({ amount, currency }: ProtocolAnswer, asked: { amount: string; currency: string }): void {
  const isSame =
    currency === asked.currency &&
    amount !== undefined &&
    toMinor(amount, asked.currency) === toMinor(asked.amount, asked.currency)
  want(isSame, `it says ${amount} ${currency}, and ${asked.amount} ${asked.currency} was asked for`)
}

/** An answer that may take a while: the provider's own decision. */
async function decided(
  stage: CheckStage,
  call: ProtocolCall<'refund' | 'capture' | 'confirm' | 'cancel'>,
  state: string,
  about: string = call.call,
): Promise<ProtocolAnswer> {
  const first = await stage.answered(call)
  const answer = first.state === 'processing' ? await later(stage, call) : first
  want(answer.state === state, `${about} was answered with the state ${answer.state}`)
  return answer
}

async function later(
  stage: CheckStage,
  call: ProtocolCall<'refund' | 'capture' | 'confirm' | 'cancel'>,
): Promise<ProtocolAnswer> {
  const { merchantId, paymentId } = call
  if (call.call === 'confirm') return settled(stage, { merchantId, paymentId }, stage.decisionMs)
  for (let waitedMs = 0; waitedMs < stage.decisionMs; waitedMs += 200) {
    const answer = await stage.answered(call)
    if (answer.state !== 'processing') return answer
    await sleep(200)
  }
  return stage.answered(call)
}

/** One part in so many of the payment. */
const partOf = (amount: string, currency: string, of: bigint): string =>
  toDecimal(toMinor(amount, currency) / of, currency)

type Started = Pick<AgreedPayment, 'start'>

const refundOf = ({ start }: Started, of: bigint): ProtocolCall<'refund'> => ({
  ...{ call: 'refund', merchantId: start.merchantId, paymentId: start.paymentId },
  ...{ refundId: newCheckId('refund'), amount: partOf(start.amount, start.currency, of) },
  currency: start.currency,
})

const captureOf = ({ start }: Started, of: bigint): ProtocolCall<'capture'> => ({
  ...{ call: 'capture', merchantId: start.merchantId, paymentId: start.paymentId },
  ...{ captureId: newCheckId('capture'), amount: partOf(start.amount, start.currency, of) },
  currency: start.currency,
})

/** Half of what the payer agreed to: merchants may confirm less. */
const confirmOf = ({
  merchantId,
  paymentId,
  amount,
  currency,
}: ProtocolCall<'start'>): ProtocolCall<'confirm'> => ({
  ...{ call: 'confirm', merchantId, paymentId, currency },
  amount: partOf(amount, currency, 2n),
})
