import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBaseKeyAdministration } from '../../src/composition/baseKeys.ts'
import { openBaseKeyRecords } from '../../src/store/administration/baseKeys.ts'
import { openStore } from '../../src/store/open.ts'
import { checkValueOf } from '../../src/terminals/keyImport.ts'
import type { BaseKey } from '../../src/terminals/port.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import { granted } from './administrator.ts'
import type { CallOptions } from './client.ts'
import { keyEncryptionKeys, openGateway, type TestGateway } from './gateway.ts'
import { cardPath, errorOf, opened, refusedEverywhere } from './refusedReadings.ts'
import { fundsOf, newOrder } from './requests.ts'
import { emvOf, p2peOf, readRequest, testCard, trackOf } from './terminalCards.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
const closers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  gateway = await openGateway('external', { patienceMs: 1_000 })
})
afterAll(async () => {
  for (const close of closers) await close()
  await gateway?.stop()
})

const pay = (card: object, more: object = {}, options?: CallOptions) =>
  gateway.authorize(newOrder(), readRequest(card, more), options)
const refused = (card: object, field: string) => refusedEverywhere(gateway, card, field)
const other = { number: '4508750015741019', expiry: { month: '2', year: '39' } }

const keyOf = (keySetId: string, fill: number): BaseKey => ({
  ...{ algorithm: 'TDES', keySetId },
  key: Buffer.from(Array.from({ length: 16 }, (_, at) => (fill * (at + 3)) % 251)),
})

async function openDesk() {
  const { config, logins } = gateway.database
  const store = await openStore(logins)
  const { records, close } = openBaseKeyRecords(config)
  closers.push(close, store.close)
  const keyring = await openKeyring({ keys: keyEncryptionKeys, store: store.keys })
  return openBaseKeyAdministration({ store, keyring, records, isSandbox: true, actor: 'ada' })
}

describe('2.8: keys', () => {
  test('unknown, another merchant’s and retired keys; a replay outlives its key', async () => {
    const desk = await openDesk()
    const bring = async (key: BaseKey, merchantId?: string) =>
      granted(
        await desk.import({
          keySetId: key.keySetId,
          checkValue: checkValueOf(key.algorithm, key.key),
          components: [{ key: key.key.toString('hex') }],
          ...(merchantId !== undefined && { merchantId }),
        }),
      )
    const [own, others] = [keyOf('ABCDEF01', 5), keyOf('ABCDEF02', 7)]
    const unknown = await refused({ p2pe: p2peOf({ keySet: own }) }, 'p2pe.keySerialNumber')
    const imported = await bring(own, 'TESTMERCHANT')
    await bring(others, 'OTHERMERCHANT')
    const foreign = await refused({ p2pe: p2peOf({ keySet: others }) }, 'p2pe.keySerialNumber')
    expect(foreign.map(errorOf)).toEqual(unknown.map(errorOf))
    const theirs = await pay({ p2pe: p2peOf({ keySet: others }) }, {}, { merchant: 'OTHERMERCHANT' })
    expect(theirs).toMatchObject(opened)

    const order = newOrder()
    const body = readRequest({ p2pe: p2peOf({ keySet: own, counter: 9 }) })
    const first = await gateway.authorize(order, body)
    expect(first).toMatchObject(opened)
    const replay = { status: 200, text: first.text, headers: { 'idempotent-replayed': 'true' } }
    expect(await gateway.authorize(order, body)).toMatchObject(replay)
    const sameKey = { p2pe: p2peOf({ keySet: own, counter: 9, form: 'track1' }) }
    expect(await gateway.authorize(order, readRequest(sameKey))).toMatchObject({
      status: 400,
      body: { error: { field: 'transactionid', validationType: 'INVALID' } },
    })

    granted(await desk.retire(imported.id))
    const asked = gateway.asks.length
    expect(await gateway.authorize(order, body)).toMatchObject(replay)
    const retired = await refused({ p2pe: p2peOf({ keySet: own }) }, 'p2pe.keySerialNumber')
    expect(retired[0]?.text).toContain('retired')
    expect(gateway.asks.length).toBe(asked)
  })
})

describe('2.8: explicit over session over token, each in part', () => {
  const tokenOf = async (card: object) => {
    const made = await gateway.call('POST', 'token', { sourceOfFunds: { provided: { card } } })
    return String(made.body.token)
  }
  const sessionOf = async (body: object) => {
    const made = await gateway.call('POST', 'session', body)
    return { id: String(valueAt(made.body, 'session.id')) }
  }
  const funds = (more: object) => ({ sourceOfFunds: { type: 'CARD', ...more } })

  test('the card that was read pays, whatever else is held; what is not said is filled', async () => {
    const token = await tokenOf(other)
    const session = await sessionOf({
      sourceOfFunds: fundsOf({ number: '2223000000000007', expiry: '5/39' }),
    })
    for (const card of [
      { p2pe: p2peOf({ form: 'track2' }) },
      { track2: trackOf('track2') },
      { emvRequest: emvOf() },
    ]) {
      const answer = await pay({}, { session, ...funds({ token, provided: { card } }) })
      expect(answer, answer.text).toMatchObject(opened)
      expect(gateway.asks.at(-1)).toMatchObject({ card: { number: testCard.number, expiry: { month: 1 } } })
    }
    const held = await sessionOf({
      sourceOfFunds: { provided: { card: { expiry: { month: '3', year: '38' } } } },
    })
    const card = { p2pe: p2peOf({ form: 'number' }) }
    await pay({}, { session: held, ...funds({ token, provided: { card } }) })
    expect(gateway.asks.at(-1)).toMatchObject({
      card: { number: testCard.number, expiry: { month: 3, year: 38 } },
    })
    await pay({}, funds({ token, provided: { card: { p2pe: p2peOf({ form: 'numberText' }) } } }))
    expect(gateway.asks.at(-1)).toMatchObject({ card: { number: testCard.number, expiry: { month: 2 } } })
  })

  test('what is wrong is wrong in the same words, wherever a part of it came from', async () => {
    const track2 = trackOf('track2')
    const token = await tokenOf(other)
    const session = await sessionOf({ sourceOfFunds: fundsOf({ number: other.number, expiry: '2/39' }) })
    // The number that the track disagrees with is the only one there is.
    const explicit = await pay({ ...other, track2 })
    const answers = [
      explicit,
      await pay({}, { session, ...funds({ provided: { card: { number: other.number, track2 } } }) }),
      await pay({}, funds({ token, provided: { card: { number: other.number, track2 } } })),
    ]
    for (const answer of answers) expect(answer.text).toBe(explicit.text)
    const missing = await pay({ p2pe: p2peOf({ form: 'number' }) })
    const empty = await sessionOf({ order: { amount: '10.00', currency: 'USD' } })
    const stillMissing = await pay({ p2pe: p2peOf({ form: 'number' }) }, { session: empty })
    expect([missing.status, stillMissing.text]).toEqual([400, missing.text])
    expect(errorOf(missing)).toMatchObject({ field: `${cardPath}.expiry`, validationType: 'MISSING' })
  })
})
