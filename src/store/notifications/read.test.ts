import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, takeAll, type World } from '../../../test/notifications/world.ts'
import { quietLog } from '../../../test/simulation/quietLog.ts'
import {
  card,
  moved,
  payment,
  scriptedPipeline,
  target,
} from '../../../test/support/operations/scriptedPipeline.ts'
import { operationNamed } from '../../contract/catalogue.ts'
import type { Content } from '../../contract/kit/content.ts'
import { createGateway } from '../../operations/gateway.ts'
import { createInteractions } from '../../operations/interactions/interactions.ts'
import type { OrderKey } from '../../operations/model/journal.ts'
import { idOfRecord } from '../../operations/model/steps.ts'
import type { Pipeline } from '../../operations/pipeline/execution.ts'
import { createRecovery } from '../../operations/recovery/recovery.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { AuthenticatorAnswer } from '../../threeDSecure/port.ts'

let world: World
beforeAll(async () => {
  world = await openWorld([])
  await world.owner.query("insert into merchants (cell, merchant_id) values (0, 'M')")
})
afterAll(async () => {
  await world?.close()
})

const fail = (fault: unknown) => {
  throw fault
}

type Witnessed = ReturnType<typeof witnessedRoad>

/** The scripted pipeline on the real journal; right after each change the transaction is retrieved. */
function witnessedRoad(orderId: string) {
  const paper = scriptedPipeline()
  const { journal } = world.store
  const key = { cell: 0, merchantId: 'M', orderId }
  const retrieved = new Map<number, Content>()
  const answers = new Map<number, Content>()
  const witness = async (_: OrderKey, name: string, sequence: number) => {
    const found = await gateway.retrieveTransaction(key, idOfRecord(name))
    if (isRejection(found)) throw new Error('it is not there')
    retrieved.set(sequence, found)
  }
  const pipeline: Pipeline = {
    ...paper.pipeline,
    journal: {
      ...journal,
      async close(closing) {
        const closed = await journal.close(closing)
        if (closed.state === 'closed') await witness(closing.key, closing.transactionId, closed.sequence)
        return closed
      },
      async amend(amendment) {
        const amended = await journal.amend(amendment)
        if (amended.state === 'amended')
          await witness(amendment.key, amendment.transactionId, amended.sequence)
        return amended
      },
    },
  }
  const gateway = createGateway(pipeline)
  const recovery = createRecovery({ pipeline: pipeline, log: quietLog(fail), intervalMs: 1_000 })
  async function submit(transactionId: string, operation: string, body: Content, version = 100) {
    const submission = { operation: operationNamed(operation), version, orderId, transactionId }
    const whole = { ...submission, body: { apiOperation: operation, ...body } }
    const done = await gateway.submit({ key, profile: ordinaryProfile }, whole)
    if (isRejection(done)) throw new Error(JSON.stringify(done))
    answers.set(Math.max(...retrieved.keys()), done.record)
  }
  const { answers: script, others } = paper
  return {
    key,
    submit,
    script,
    others,
    recovery,
    interactions: createInteractions(pipeline),
    retrieved,
    answers,
  }
}

const ids = { acsTransactionId: 'acs', dsTransactionId: 'ds', protocolVersion: '2.2.0' }
const enrolled: AuthenticatorAnswer = {
  outcome: 'enrolled',
  ...{ serverTransactionId: 'server', protocolVersion: '2.2.0', requestorId: 'r', requestorName: 'Shop' },
  directoryServerId: 'd',
  method: { url: 'https://issuer.example/look', data: 'data' },
}
const challenge: AuthenticatorAnswer = {
  outcome: 'challenge',
  ...{ acsUrl: 'https://issuer.example/ask', challengeRequest: 'creq', ...ids },
}

const stories: Record<string, (world: Witnessed) => Promise<void>> = {
  async 'authorized, captured in two parts, refunded, and that undone'({ submit }) {
    await submit('1', 'AUTHORIZE', payment('10.00', { reference: 'first', description: 'two cups' }))
    await submit('2', 'CAPTURE', { ...moved('4.00'), order: { reference: 'second' } })
    await submit('3', 'CAPTURE', moved('6.00'))
    await submit('4', 'REFUND', moved('5.00'))
    await submit('5', 'VOID', target('4'))
  },

  async 'never answered, paid otherwise, then reversed at the third attempt'({ submit, script, recovery }) {
    script.push('silent')
    await submit('1', 'PAY', payment('10.00'))
    await submit('2', 'PAY', payment('11.00'))
    script.push('silent', 'silent')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await recovery.tick()
      await world.advance(60_000)
    }
  },

  async 'a capture that was never answered, repeated until it was heard'({ submit, script, recovery }) {
    await submit('1', 'AUTHORIZE', payment('10.00'))
    script.push('silent', 'silent')
    await submit('2', 'CAPTURE', moved('10.00'))
    await recovery.tick()
    await world.advance(60_000)
    await recovery.tick()
  },

  async 'declined, then at an older version'({ submit, script }) {
    script.push('declined')
    await submit('1', 'AUTHORIZE', payment('10.00'), 60)
    await submit('2', 'AUTHORIZE', payment('10.00'), 48)
    await submit('3', 'CAPTURE', moved('10.00'))
  },

  async 'pending, inquired about, and then not wanted any more'({ submit, script, recovery }) {
    script.push('pending')
    await submit('1', 'AUTHORIZE', payment('10.00'))
    await submit('2', 'PAY', payment('10.00'))
    script.push('approved', 'silent', 'approved')
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await recovery.tick()
      await world.advance(60_000)
    }
  },

  async 'a payer who is challenged, then pays'({ submit, others, recovery }) {
    others.authentications.push(enrolled)
    const initiating = { order: { currency: 'USD' }, sourceOfFunds: { provided: { card } } }
    await submit('a', 'INITIATE_AUTHENTICATION', initiating)
    others.authentications.push(challenge)
    const authentication = { redirectResponseUrl: 'https://shop.example/back' }
    await submit('a', 'AUTHENTICATE_PAYER', { order: { amount: '10.00', currency: 'USD' }, authentication })
    others.authentications.push({ outcome: 'judged', transactionStatus: 'Y', ...ids, eci: '02' })
    await world.advance(60_000)
    await recovery.tick()
    await submit('1', 'PAY', { ...payment('10.00'), authentication: { transactionId: 'a' } })
  },

  async 'a payer who never comes back from the provider'({ submit, others, recovery }) {
    const pageUrl = 'https://provider.example/I1'
    others.provisions.push({ outcome: 'started', interactionId: 'I1', pageUrl })
    await submit('b', 'INITIATE_BROWSER_PAYMENT', {
      order: { amount: '10.00', currency: 'USD', reference: 'R' },
      sourceOfFunds: { type: 'BROWSER_PAYMENT' },
      browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/back' },
    })
    await world.advance(4 * 3_600_000)
    const details = { acquirerCode: '05', acquirerMessage: 'NO' }
    others.provisions.push({ outcome: 'declined', gatewayCode: 'ABORTED', ...details })
    await recovery.tick()
    await submit('1', 'PAY', payment('10.00'))
  },
}

test.each(Object.entries(stories))(
  'each change is told as Retrieve Transaction answered right after it, whatever came later: %s',
  async (name, happen) => {
    const witnessed = witnessedRoad(name.slice(0, 40))
    await happen(witnessed)
    const { key, retrieved, answers } = witnessed
    await takeAll(world.notifications)
    const kept = await world.notifications.list({ ...key, limit: 100 })
    expect(kept.map(({ sequence }) => sequence)).toEqual([...retrieved.keys()].reverse())
    expect(kept.length).toBeGreaterThan(2)
    const told = await world.notifications.read(kept)
    for (const { feedNo, sequence, transactionId } of kept) {
      const { record, version } = told.find(one => one.feedNo === feedNo) ?? { record: {}, version: 0 }
      expect(record, `change ${sequence}`).toEqual(retrieved.get(sequence))
      expect(record).toMatchObject({ ...answers.get(sequence), transaction: { id: transactionId } })
      expect(version).toBe(name.includes('older') ? [60, 48, 100][sequence - 1] : 100)
    }
  },
)

test('a reversal is told as it stood: untried when it was owed, how often when it was over', async () => {
  const { key, submit, script, recovery } = witnessedRoad('reversal')
  script.push('silent', 'silent')
  await submit('1', 'PAY', payment('10.00'))
  await recovery.tick()
  await world.advance(60_000)
  await recovery.tick()
  await takeAll(world.notifications)
  const told = await world.notifications.read(await world.notifications.list({ ...key, limit: 2 }))
  const reversals = told.map(({ record }) => Object(record.transaction).reversal)
  expect(reversals).toEqual([
    { status: 'ACKNOWLEDGED', attempts: 2, lastAttemptTime: expect.any(String) },
    { status: 'PENDING', attempts: 0 },
  ])
})

test('what is not there is not told, and the rest is; what nobody can read is a fault', async () => {
  const { key, submit } = witnessedRoad('hole')
  await submit('1', 'PAY', payment('10.00'))
  await takeAll(world.notifications)
  const kept = await world.notifications.list({ ...key, limit: 1 })
  const holes = [{ ...key, feedNo: 0 }, ...kept, { ...key, cell: 7, feedNo: 1 }]
  expect(await world.notifications.read(holes)).toHaveLength(1)
  await world.owner.query(
    `update outcomes set result = 'NEWER'
      where order_no = (select order_no from orders where order_id = 'hole')`,
  )
  await expect(world.notifications.read(kept)).rejects.toThrow('does not know the stored word NEWER')
})
