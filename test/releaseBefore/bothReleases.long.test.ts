import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject } from '../../src/contract/kit/content.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import type { Body } from '../journeys/client.ts'
import { openGatewayOn, type TestGateway } from '../journeys/gateway.ts'
import { authorization, newOrder } from '../journeys/requests.ts'
import { valueAt } from '../journeys/whole.ts'
import { makeEachDocument } from './orders.ts'
import { readRemains, readRows, transactionIdsIn } from './remains.ts'

/**
 * While nodes of two releases run on one database, each reads what the other writes. What the release before
 * wrote is in the folder schema16 (see releaseBefore.test.ts).
 */
const rowsThen = readRemains(join(import.meta.dirname, 'schema16')).rows

const orders = ['lifecycle', 'reversed', 'authenticated', 'browser', 'confirmed', 'agreed', 'part']

describe('beside a node of the release before', () => {
  let database: TestDatabase
  let gateway: TestGateway
  let old: NodeOfBefore
  beforeAll(async () => {
    database = await createDatabase('external')
    old = await joinAsBefore(database)
    gateway = await openGatewayOn(database, { patienceMs: 1_000 })
    const finish = { partialPaymentsAtCheckout: 'FINISH' }
    await gateway.call('PUT', '/sandbox/merchants/TESTMERCHANT/profile', finish)
  })
  afterAll(async () => {
    await old?.leave()
    await gateway?.stop()
    await database?.drop()
  })

  /** Until that has happened which happens by itself. */
  const make = async (prefix: string) => {
    await makeEachDocument(gateway, prefix)
    const reversal = { transaction: { reversal: { status: 'ACKNOWLEDGED' } } }
    await expect
      .poll(async () => (await gateway.retrieve(`${prefix}reversed`)).body)
      .toMatchObject({ transaction: [reversal] })
  }
  const documentsOf = async (prefix: string) =>
    [...documentsIn(await readRows(database))].filter(([name]) => name.includes(` ${prefix}`))
  const modelsOf = async (prefix: string) => {
    const models = (await documentsOf(prefix)).map(([, document]) => valueAt(document, 'model') ?? 1)
    return [...new Set(models)]
  }

  test('what is written is what that node would write', async () => {
    await make('one-')
    const written = await documentsOf('one-')
    const documentsThen = documentsIn(rowsThen)
    expect(written.length).toBeGreaterThan(30)
    for (const [name, document] of written) {
      const then = documentsThen.get(name.replace('one-', ''))
      const known = formOf(withoutRequestId(document), 'one-')
      expect({ name, document: known }).toEqual({ name, document: formOf(then) })
    }
  })

  test('once it has left, documents have a model number, and go on from those that have none', async () => {
    await old.leave()
    await expect
      .poll(async () => {
        const order = newOrder()
        await gateway.authorize(order, authorization())
        return modelsOf(order)
      })
      .toEqual([2])
    await make('two-')
    expect(await modelsOf('two-')).toEqual([2])
    const refund = { apiOperation: 'REFUND', transaction: { amount: '1.00', currency: 'USD' } }
    for (const prefix of ['one-', 'two-']) {
      const answer = await gateway.authorize(`${prefix}lifecycle`, refund, { transaction: '6' })
      expect(answer, answer.text).toMatchObject({ status: 201, body: { customer: { firstName: 'Jane' } } })
    }
    expect(await modelsOf('one-')).toEqual([1, 2])
  })

  test('both are read alike', async () => {
    const seen = async (path: string, version = 100) =>
      (await gateway.call('GET', path, undefined, { version })).body
    for (const order of orders) {
      const [one, two] = await Promise.all(
        ['one-', 'two-'].map(async prefix => {
          const path = `order/${prefix}${order}`
          const whole = await seen(path)
          const ids = transactionIdsIn(whole)
          return {
            whole: formOf(whole, prefix),
            earlier: formOf(await seen(path, 60), prefix),
            explained: await Promise.all(
              ids.map(async id => formOf(lasting(await seen(`${path}/transaction/${id}/explain`)), prefix)),
            ),
          }
        }),
      )
      expect(one?.explained.length).toBeGreaterThan(0)
      expect(one).toEqual(two)
    }
  })
})

type NodeOfBefore = { leave(): Promise<void> }

/** A node that beats as those of the release before do: it does not say which documents it reads. */
async function joinAsBefore({ config }: TestDatabase): Promise<NodeOfBefore> {
  const id = randomUUID()
  const tell = (text: string) => withClient(config, client => client.query(text, [id]))
  const beat = () =>
    tell(`insert into nodes as n (node_id, beats) values ($1::uuid, 1)
      on conflict (node_id) do update set beats = n.beats + 1`)
  let beating: Promise<unknown> = beat()
  await beating
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, 1_000)
  return {
    async leave() {
      clearInterval(timer)
      await beating
      await tell('delete from nodes where node_id = $1::uuid')
    },
  }
}

/** The documents among rows, by table, order, transaction, and which of its outcomes it is. */
/** Of a story, nodes of the release before leave alone what they do not know. */
function withoutRequestId(document: unknown): unknown {
  if (!isObject(document) || !isObject(document.story)) return document
  const { requestId: _, ...story } = document.story
  return { ...document, story }
}

function documentsIn(rows: readonly string[]): ReadonlyMap<string, unknown> {
  const orderIds = new Map(rowsOf(rows, 'orders').map(({ order_no, order_id }) => [order_no, order_id]))
  const found = [
    ...rowsOf(rows, 'transactions').map(row => ({ row, text: row.request, kind: 'request' })),
    ...rowsOf(rows, 'outcomes').map(row => ({ row, text: row.outcome, kind: `outcome ${row.sequence}` })),
    // When others are made, and how many, depends on how fast everything goes.
    ...rowsOf(rows, 'exchanges')
      .filter(({ kind }) => kind === 'reversal')
      .map(row => ({ row, text: row.content, kind: 'exchange' })),
  ]
  return new Map(
    found.map(({ row: { order_no, transaction_id }, text, kind }) => {
      const id = String(transaction_id).replace(madeAtCheckout, '')
      return [`${kind} ${orderIds.get(order_no)} ${id}`, JSON.parse(String(text))]
    }),
  )
}

const rowsOf = (rows: readonly string[], table: string): readonly Body[] =>
  rows.filter(row => row.startsWith(`public.${table} `)).map(row => JSON.parse(row.slice(row.indexOf('{'))))

/** The end of an id that a checkout page has given. */
const madeAtCheckout = /-[0-9a-f]{8}\b/

/** What an explanation says again later. */
function lasting({ steps, owed: _, ...explained }: Body): Body {
  const passing = /^(?:INQUIRY_ATTEMPTED|REST_AWAITED|NOTIFICATION_.*)$/
  const kept = Array.isArray(steps) ? steps.filter(({ step }) => !passing.test(step)) : []
  return { ...explained, steps: kept }
}

/** The same for what is made twice: without what is drawn, counted or measured. */
function formOf(value: unknown, prefix = ''): unknown {
  if (Array.isArray(value)) return value.map(each => formOf(each, prefix))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !measured.has(name))
        .map(([name, each]) => [name, drawn.has(name) ? typeof each : formOf(each, prefix)]),
    )
  if (typeof value !== 'string') return value
  const text = value.replaceAll(prefix, '')
  return /^\d+\.\d\d$/.test(text) || (text.length <= 20 && !/\d/.test(text)) ? text : 'text'
}
const measured = new Set(['tookMs', 'waitedMs', 'waitedForOrderMs'])
const drawn = new Set(['authorizationCode', 'validationCode', 'batch', 'leftMs'])
