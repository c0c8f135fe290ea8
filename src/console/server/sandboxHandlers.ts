// A real payment for each outcome that a test card can have, one after the other. Only where payments are
// simulated.

import { randomBytes } from 'node:crypto'
import { operationNamed } from '../../contract/catalogue.ts'
import { versions } from '../../contract/kit/versions.ts'
import type { Gateway } from '../../operations/gateway.ts'
import { isRejection } from '../../orders/rejection.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import { errorMessage } from '../../platform/errors.ts'
import type { MadePayment, OutcomeRun, SandboxCards, sandboxCalls } from '../api/sandbox.ts'
import { actorOf } from '../users/userEntries.ts'
import type { ActDependencies } from './actOnOrder.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type CalledMerchant, type FindMerchant, merchantOf } from './merchantOf.ts'
import { notSimulated } from './sandboxControlHandlers.ts'

type SandboxDependencies = {
  readonly findMerchant: FindMerchant
  readonly gateway: Pick<Gateway, 'submit'>
  readonly audit: ActDependencies['audit']
  /** Absent where payments are real, or a link answers for cards. */
  readonly cards: SandboxCards | undefined
}

const nothingYet: OutcomeRun = { isRunning: false, total: 0, payments: [] }

export function createSandboxHandlers({ findMerchant, gateway, audit, cards }: SandboxDependencies) {
  const runs = new BoundedMap<string, OutcomeRun>(1_000)
  return {
    sandboxCards: async () => cards ?? notSimulated,
    async makeEachOutcome({ input: { merchantId }, signedIn: { user } }) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      if (!cards) return notSimulated
      const before = runs.get(merchantId)
      if (before?.isRunning) return before
      const wanted = wantedPayments(cards)
      const actor = actorOf(user)
      const begun: OutcomeRun = { isRunning: true, total: wanted.length, payments: [] }
      // At once: who asks again while the audit log is written gets this run, and no second one.
      runs.set(merchantId, begun)
      try {
        await audit(actor, merchantId, { action: 'ONE_OF_EACH_OUTCOME' })
      } catch (fault) {
        runs.set(merchantId, before ?? nothingYet)
        throw fault
      }
      void makeAll({ gateway, merchant, userId: actor }, wanted, made =>
        runs.set(merchantId, {
          isRunning: made.length < wanted.length,
          total: wanted.length,
          payments: made,
        }),
      )
      return begun
    },
    eachOutcome: async ({ input: { merchantId } }) =>
      cards ? (runs.get(merchantId) ?? nothingYet) : notSimulated,
  } satisfies Partial<Pick<ConsoleHandlers, keyof typeof sandboxCalls>>
}

type WantedPayment = { readonly wanted: string; readonly expiry: string; readonly number: string }

/** One for each code, also where several dates lead to it. */
function wantedPayments({ outcomes, numbers }: SandboxCards): readonly WantedPayment[] {
  const byCode = new Map(outcomes.map(({ gatewayCode, expiry }) => [gatewayCode, expiry]))
  const number = numbers[0]?.number ?? ''
  return [...byCode].map(([wanted, expiry]) => ({ wanted, expiry, number }))
}

type Maker = {
  readonly gateway: Pick<Gateway, 'submit'>
  readonly merchant: CalledMerchant
  readonly userId: string
}

async function makeAll(
  maker: Maker,
  wanted: readonly WantedPayment[],
  report: (made: readonly MadePayment[]) => void,
): Promise<void> {
  const run = randomBytes(3).toString('hex')
  const made: MadePayment[] = []
  for (const payment of wanted) {
    const orderId = `each-${run}-${payment.wanted.toLowerCase().replaceAll('_', '-')}`.slice(0, 40)
    const answered = await makeOne(maker, payment, orderId).catch(fault => ({ refused: errorMessage(fault) }))
    made.push({ wanted: payment.wanted, orderId, ...answered })
    report([...made])
  }
}

async function makeOne(
  { gateway, merchant: { cell, merchantId, profile }, userId }: Maker,
  { expiry, number }: WantedPayment,
  orderId: string,
): Promise<Omit<MadePayment, 'orderId' | 'wanted'>> {
  const [month = '', year = ''] = expiry.split('/')
  const card = { number, expiry: { month: String(Number(month)), year }, securityCode: '100' }
  const body = {
    ...{ apiOperation: 'PAY', order: { amount: '10.00', currency: 'USD', acceptPartialAmount: true } },
    ...{ sourceOfFunds: { type: 'CARD', provided: { card } }, initiator: { userId } },
  }
  const outcome = await gateway.submit(
    { key: { cell, merchantId, orderId }, profile, entryPoint: 'MERCHANT_ADMINISTRATION' },
    { operation: operationNamed('PAY'), version: versions.last, orderId, transactionId: '1', body },
  )
  if (isRejection(outcome)) return { refused: outcome.explanation }
  const { result, response } = outcome.record
  return {
    ...(result !== undefined && { result }),
    ...(response?.gatewayCode !== undefined && { gatewayCode: response.gatewayCode }),
  }
}
