import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../../platform/errors.ts'
import { createLog } from '../../platform/log.ts'
import type { ArrivedResult, KnownAuthentication } from './records.ts'
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
  readonly isAnswered?: boolean
  readonly isChallenge?: boolean
  readonly deliver?: () => Promise<never>
}

/** A gateway that asked scheme-a for a challenge, and what it remembers of results. */
function gatewayWith({ version = '2.2.0', isAnswered = true, isChallenge = true, deliver }: Story = {}) {
  let ageMs = 60_000
  let slept = 0
  const kept: ArrivedResult[] = []
  const news: string[] = []
  const known = (): KnownAuthentication => ({
    ...{ serverTransactionId: ids.threeDSServerTransID, directoryServer: 'scheme-a', version },
    category: '01',
    ...{ merchantId: 'SHOP', orderId: 'o1', transactionId: 'auth', cell: 0, ageMs },
    ...(isAnswered && {
      answer: { acsTransactionId: ids.acsTransID, dsTransactionId: ids.dsTransID, isChallenge },
    }),
  })
  const receiver = (name: string) =>
    createResultsReceiver({
      directoryServer: { name },
      records: {
        find: async id => (id === ids.threeDSServerTransID ? known() : undefined),
        deliver:
          deliver ??
          (async arrived => {
            const [first] = kept
            if (!first) kept.push(arrived)
            if (!first) return 'recorded'
            return JSON.stringify(first) === JSON.stringify(arrived) ? 'same' : 'other'
          }),
      },
      clock: {
        async sleep(ms) {
          slept += ms
        },
      },
      log: createLog({ level: 'warn', pretty: false, destination: { write: () => undefined } }),
      onResult: ({ orderId }) => news.push(orderId),
    })
  const age = (minutes: number) => {
    ageMs = minutes * 60_000
  }
  const told = async (text: string, name = 'scheme-a') => {
    const said = JSON.parse(await receiver(name).receive(text))
    return said.messageType === 'RRes' ? said.resultsStatus : `${said.errorCode} ${said.errorDetail}`
  }
  return { told, kept, news, slept: () => slept, age }
}

describe('results of challenges', () => {
  test('the first one is recorded with its proof, and its order hears of it', async () => {
    const { told, kept, news } = gatewayWith()
    expect(await told(result())).toBe('01')
    expect(kept).toMatchObject([{ directoryServer: 'scheme-a', values: { transStatus: 'Y' }, proof }])
    expect(news).toEqual(['o1'])
  })

  test('a second one is acknowledged or refused, by its version, and changes nothing', async () => {
    const older = gatewayWith()
    const newer = gatewayWith({ version: '2.3.1' })
    const ofNewer = { messageVersion: '2.3.1', authenticationType: undefined, authenticationMethod: ['02'] }
    const other = {
      transStatus: 'N',
      transStatusReason: '01',
      authenticationValue: undefined,
      eci: undefined,
    }
    expect([await older.told(result()), await older.told(result())]).toEqual(['01', '01'])
    expect(await older.told(result(other))).toBe('301 threeDSServerTransID')
    expect(await newer.told(result(ofNewer))).toBe('01')
    expect(await newer.told(result(ofNewer))).toBe('312 threeDSServerTransID')
    expect(await newer.told(result({ ...ofNewer, ...other }))).toBe('312 threeDSServerTransID')
    for (const { kept, news } of [older, newer])
      expect([kept.length, kept[0]?.values.transStatus, news.length]).toEqual([1, 'Y', 1])
  })

  test('it is the same result when the second one comes after the patience for it has ended', async () => {
    const { told, age } = gatewayWith()
    expect(await told(result())).toBe('01')
    age(21)
    expect(await told(result())).toBe('01')
  })

  test('a late one keeps its proof: whoever has not settled yet would judge by it', async () => {
    const { told, kept, age } = gatewayWith()
    age(21)
    expect(await told(result())).toBe('01')
    expect(kept[0]?.proof).toBe(proof)
  })

  test('nobody speaks about what another directory server was asked', async () => {
    const { told, kept } = gatewayWith()
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await told(result(), 'scheme-b')).toBe('301 threeDSServerTransID')
    expect(await told(result({ threeDSServerTransID: unknown }))).toBe('301 threeDSServerTransID')
    expect(await told(result({ acsTransID: unknown }))).toBe('301 acsTransID')
    expect(await told(result({ dsTransID: unknown }))).toBe('301 dsTransID')
    expect(await told(result({ messageCategory: '02' }))).toBe('203 messageCategory')
    const newer = { messageVersion: '2.3.1', authenticationType: undefined, authenticationMethod: ['02'] }
    expect(await told(result(newer))).toBe('203 messageVersion')
    expect(kept).toEqual([])
  })

  test('there is no result of what was not challenged', async () => {
    expect(await gatewayWith({ isChallenge: false }).told(result())).toBe('301 threeDSServerTransID')
  })

  test('one that overtakes its answer is waited with, and kept; where none comes, 03 says so', async () => {
    const overtaking = gatewayWith({ isAnswered: false })
    expect(await overtaking.told(result())).toBe('03')
    expect(overtaking.slept()).toBe(1_500)
    expect(overtaking.kept).toHaveLength(1)
    // A node died between request and answer, long ago: nobody is waited for.
    const orphaned = gatewayWith({ isAnswered: false })
    orphaned.age(2)
    const never = { transStatus: 'N', transStatusReason: '14', challengeCancel: '05' }
    expect(await orphaned.told(result({ ...never, authenticationValue: undefined, eci: undefined }))).toBe(
      '03',
    )
    expect(orphaned.slept()).toBe(0)
  })

  test('without a database nothing is acknowledged', async () => {
    const away = () => Promise.reject(new StoreUnavailable('The database is away'))
    const { told, news } = gatewayWith({ deliver: away })
    expect(await told(result())).toMatch(/^403 /)
    expect(news).toEqual([])
  })
})
