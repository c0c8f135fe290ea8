import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../../platform/errors.ts'
import { createLog } from '../../platform/log.ts'
import { noMonitor } from './monitor.ts'
import type { ArrivedResult, KnownAuthentication, ResultDelivery } from './records.ts'
import { createResultsReceiver } from './results.ts'

const ids = {
  threeDSServerTransID: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
  acsTransID: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
  dsTransID: '1f9a3c77-5b0e-4b4f-9d2a-0c7e5a6b1d11',
}
const proof = 'AAECAwQFBgcICQoLDA0ODxAREhM='
const result = (more: object = {}) =>
  JSON.stringify({
    ...{ messageType: 'RReq', messageVersion: '2.2.0', ...ids, messageCategory: '01' },
    ...{ transStatus: 'Y', authenticationValue: proof, eci: '05', authenticationType: '02' },
    interactionCounter: '01',
    ...more,
  })

type Story = {
  readonly version?: '2.2.0' | '2.3.1'
  readonly answer?: 'challenge' | 'none' | 'decision' | 'never'
  /** What the store makes of results, one after the other. */
  readonly states?: readonly Exclude<ResultDelivery['state'], 'unknown'>[]
  readonly isReturned?: true
  readonly deliver?: () => Promise<ResultDelivery>
}

/** A gateway that asked scheme-a for a challenge, and what its store makes of results. */
function gatewayWith(story: Story = {}) {
  const { version = '2.2.0', answer = 'challenge', states = ['recorded'], isReturned, deliver } = story
  const arrived: ArrivedResult[] = []
  const news: string[] = []
  const counted: string[] = []
  const isChallenge = answer === 'challenge'
  const authentication: KnownAuthentication = {
    ...{ serverTransactionId: ids.threeDSServerTransID, directoryServer: 'scheme-a', version },
    ...{ category: '01', merchantId: 'SHOP', orderId: 'o1', transactionId: 'auth', cell: 0 },
    isUnanswered: answer === 'never',
    ...(isReturned && { isReturned }),
    ...((isChallenge || answer === 'decision') && {
      answer: { acsTransactionId: ids.acsTransID, dsTransactionId: ids.dsTransID, isChallenge },
    }),
  }
  const receiver = (name: string) =>
    createResultsReceiver({
      directoryServer: { name },
      records: {
        deliver:
          deliver ??
          (async result => {
            const state = states[arrived.push(result) - 1]
            return state === undefined ? { state: 'unknown' } : { state, authentication }
          }),
      },
      log: createLog({ level: 'warn', pretty: false, destination: { write: () => undefined } }),
      monitor: {
        ...noMonitor,
        result: (...labels) => counted.push(labels.join(' ')),
        erro: (...labels) => counted.push(labels.join(' ')),
      },
      onResult: ({ orderId }) => news.push(orderId),
    })
  const told = async (text: string, name = 'scheme-a') => {
    const said = JSON.parse(await receiver(name).receive(text))
    return said.messageType === 'RRes' ? said.resultsStatus : `${said.errorCode} ${said.errorDetail}`
  }
  return { told, arrived, news, counted }
}

const ofNewer = { messageVersion: '2.3.1', authenticationType: undefined, authenticationMethod: ['02'] }

describe('results of challenges', () => {
  test('each is counted by what it was, and every error by its code', async () => {
    const { told, counted } = gatewayWith({ states: ['recorded', 'same', 'other', 'refused'] })
    for (let times = 0; times < 5; times++) await told(result())
    await told(result({ transStatus: 'C' }))
    await told('no message')
    expect(counted).toEqual([
      ...['scheme-a beforeReturn', 'scheme-a repeated'],
      ...['scheme-a contradictory', 'scheme-a sent 301', 'scheme-a refused', 'scheme-a sent 301'],
      ...['scheme-a refused', 'scheme-a sent 301', 'scheme-a sent 203', 'scheme-a refused'],
      'scheme-a sent 101',
    ])
    for (const [story, kind] of [
      [{ isReturned: true }, 'afterReturn'],
      [{ answer: 'none' }, 'beforeAnswer'],
    ] as const) {
      const other = gatewayWith(story)
      await other.told(result())
      expect(other.counted).toEqual([`scheme-a ${kind}`])
    }
  })

  test('the first one is recorded with its proof, and its order hears of it', async () => {
    const { told, arrived, news } = gatewayWith()
    expect(await told(result())).toBe('01')
    expect(arrived).toMatchObject([
      { directoryServer: 'scheme-a', version: '2.2.0', category: '01', values: { transStatus: 'Y' }, proof },
    ])
    expect(news).toEqual(['o1'])
  })

  test('a second one is acknowledged or refused, by its version, and nobody hears of it', async () => {
    const states = ['recorded', 'same', 'other'] as const
    const older = gatewayWith({ states })
    const newer = gatewayWith({ states, version: '2.3.1' })
    expect([await older.told(result()), await older.told(result())]).toEqual(['01', '01'])
    expect(await older.told(result())).toBe('301 threeDSServerTransID')
    expect(await newer.told(result(ofNewer))).toBe('01')
    expect(await newer.told(result(ofNewer))).toBe('312 threeDSServerTransID')
    expect(await newer.told(result(ofNewer))).toBe('312 threeDSServerTransID')
    expect([older.news.length, newer.news.length]).toEqual([1, 1])
  })

  test('what was refused is told why; to another directory server, only that nothing is known', async () => {
    const { told, news } = gatewayWith({ states: Array.from({ length: 6 }, () => 'refused') })
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await told(result(), 'scheme-b')).toBe('301 threeDSServerTransID')
    expect(await told(result({ acsTransID: unknown }))).toBe('301 acsTransID')
    expect(await told(result({ dsTransID: unknown }))).toBe('301 dsTransID')
    expect(await told(result({ messageCategory: '02' }))).toBe('203 messageCategory')
    expect(await told(result(ofNewer))).toBe('203 messageVersion')
    expect(await told(result())).toBe('301 threeDSServerTransID')
    expect(await gatewayWith({ states: [] }).told(result())).toBe('301 threeDSServerTransID')
    expect(news).toEqual([])
  })

  test('there is no result of what was not challenged', async () => {
    const states = ['refused'] as const
    const older = gatewayWith({ states, answer: 'decision' })
    expect(await older.told(result())).toBe('301 threeDSServerTransID')
    const newer = gatewayWith({ states, answer: 'decision', version: '2.3.1' })
    expect(await newer.told(result(ofNewer))).toBe('313 threeDSServerTransID')
  })

  test('one before its answer is received; where no answer came in its time, 03 says so', async () => {
    const never = { transStatus: 'N', transStatusReason: '14', challengeCancel: '05' }
    const neverBegun = result({ ...never, authenticationValue: undefined, eci: undefined })
    const early = gatewayWith({ answer: 'none', states: ['recorded', 'recorded'] })
    expect(await early.told(result())).toBe('01')
    expect(await early.told(neverBegun)).toBe('02')
    // There is no order to look at it yet.
    expect(early.news).toEqual([])
    const orphaned = gatewayWith({ answer: 'never', states: ['recorded', 'recorded'] })
    expect(await orphaned.told(neverBegun)).toBe('03')
    expect(await orphaned.told(result())).toBe('03')
  })

  test('without a database nothing is acknowledged', async () => {
    const away = () => Promise.reject(new StoreUnavailable('The database is away'))
    const { told, news } = gatewayWith({ deliver: away })
    expect(await told(result())).toMatch(/^403 /)
    expect(news).toEqual([])
  })
})
