import { expect, test } from 'vitest'
import { memoryInteractions } from '../../../test/support/sandbox/memoryInteractions.ts'
import {
  expected,
  openThreeDSecureTest,
  origin,
  subject,
} from '../../../test/support/sandbox/threeDSecureTest.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { challengeDecisions } from './triggers.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test.each([
  ['5123456789012346', { transactionStatus: 'Y', eci: '02' }],
  ['5555555555000018', { transactionStatus: 'Y', eci: '02' }],
  ['4440000042200014', { transactionStatus: 'Y', eci: '05' }],
  ['5500005555555559', { transactionStatus: 'A', eci: '01' }],
  ['4440000042200022', { transactionStatus: 'A', eci: '06' }],
  ['5506900140100503', { transactionStatus: 'R', statusReasonCode: '11' }],
  ['5123459999998221', { transactionStatus: 'U', statusReasonCode: '22' }],
  ['5000000000000000005', { transactionStatus: 'N', statusReasonCode: '81', isExempt: true }],
])('card %s is judged without a challenge: %o', async (cardNumber, told) => {
  const { enrol, authenticate } = openThreeDSecureTest()
  const { serverTransactionId } = expected(await enrol({ cardNumber }), 'enrolled')
  const judged = expected(await authenticate({ cardNumber, serverTransactionId }), 'judged')
  expect(judged).toMatchObject(told)
  expect(judged.eci).toBe('eci' in told ? told.eci : undefined)
  const token = judged.authenticationToken
  expect(token === undefined ? undefined : Buffer.from(token, 'base64').length).toBe(judged.eci && 20)
  for (const id of [serverTransactionId, judged.acsTransactionId, judged.dsTransactionId])
    expect(id).toMatch(uuid)
})

test('other cards are not enrolled, and two cannot be asked about', async () => {
  const { enrol, authenticate } = openThreeDSecureTest()
  const strange = { cardNumber: '4012000033330026' }
  expect(await enrol(strange)).toEqual({ outcome: 'notEnrolled' })
  expect(await authenticate(strange)).toEqual({ outcome: 'notEnrolled' })
  expect((await enrol({ cardNumber: '5210760000000004' })).outcome).toBe('failed')
  const atSecond = { cardNumber: '5455031257390496' }
  expect((await enrol(atSecond)).outcome).toBe('enrolled')
  expect((await authenticate(atSecond)).outcome).toBe('failed')
})

test('some issuers look at the browser first, some do not, with a challenge and without', async () => {
  const { enrol, simulator } = openThreeDSecureTest()
  const wants = async (cardNumber: string) => 'method' in expected(await enrol({ cardNumber }), 'enrolled')
  expect(await wants('5123450000000008')).toBe(true)
  expect(await wants('5123456789012346')).toBe(true)
  expect(await wants('2223000000000007')).toBe(false)
  expect(await wants('5555555555000018')).toBe(false)
  const { method } = expected(await enrol({ cardNumber: '5123450000000008' }), 'enrolled')
  expect(method?.url).toBe(`${origin}/sandbox/acs/method`)
  expect(simulator.issuer.readMethodPost(method?.data ?? '')?.address).toBe(`${origin}/3ds/method/token`)
})

test('a frame that looked goes back to this gateway and to no other', () => {
  const { simulator } = openThreeDSecureTest()
  const data = (address: string) =>
    Buffer.from(JSON.stringify({ threeDSServerTransID: 'x', threeDSMethodNotificationURL: address }))
  for (const address of [
    'https://elsewhere.example/3ds/method/x',
    `${origin}.elsewhere.example/3ds/method/x`,
  ])
    expect(simulator.issuer.readMethodPost(data(address).toString('base64url'))).toBeUndefined()
  for (const nonsense of ['', '{', 'bnVsbA', 'x'.repeat(100_000)])
    expect(simulator.issuer.readMethodPost(nonsense)).toBeUndefined()
})

test('the same question gets the same answer, also from another simulator with the same key', async () => {
  const ask = { cardNumber: '5123456789012346' }
  const [one, other] = [openThreeDSecureTest(), openThreeDSecureTest()]
  expect(await one.enrol(ask)).toEqual(await other.enrol(ask))
  expect(await one.authenticate(ask)).toEqual(await other.authenticate(ask))
  expect(await one.authenticate({})).toEqual(await one.authenticate({}))
  const strange = openThreeDSecureTest({ key: Buffer.alloc(32, 8) })
  expect(await strange.authenticate(ask)).not.toEqual(await one.authenticate(ask))
})

async function challenged(parts = {}) {
  const all = openThreeDSecureTest(parts)
  const { serverTransactionId } = expected(await all.enrol({}), 'enrolled')
  const challenge = expected(await all.authenticate({ serverTransactionId }), 'challenge')
  const { acsTransactionId, challengeRequest } = challenge
  const result = () => all.askAbout({ serverTransactionId, acsTransactionId })
  return { ...all, challenge, challengeRequest, serverTransactionId, acsTransactionId, result }
}

test.each([
  ['Y', { transactionStatus: 'Y', eci: '02' }],
  ['N', { transactionStatus: 'N', statusReasonCode: '01' }],
  ['cancelled', { transactionStatus: 'N', statusReasonCode: '26' }],
  ['U', { transactionStatus: 'U', statusReasonCode: '22' }],
  ['R', { transactionStatus: 'R', statusReasonCode: '11' }],
  ['timedOut', { transactionStatus: 'N', statusReasonCode: '14' }],
])('a challenge that ends with %s is told as %o', async (outcome, told) => {
  const { simulator, challenge, challengeRequest, result } = await challenged()
  expect(await result()).toEqual({ outcome: 'undecided' })
  const question = await simulator.issuer.readChallengePost(challengeRequest)
  const shown = { merchantName: 'Shop', amount: '12.30', currency: 'USD', maskedCard: '512345xxxxxx0008' }
  expect(question).toEqual({ state: 'open', id: challenge.acsTransactionId, shown })
  const posting = await simulator.issuer.decide(challenge.acsTransactionId, outcome)
  expect(posting).toMatchObject({
    address: `${origin}/3ds/callback/token`,
    fields: { cres: expect.stringMatching(/^[\w-]+$/) },
  })
  const { acsTransactionId, dsTransactionId } = challenge
  expect(await result()).toMatchObject({ outcome: 'judged', acsTransactionId, dsTransactionId, ...told })
})

test('the first decision stands, whoever decides again and how', async () => {
  const { simulator, challengeRequest, acsTransactionId, result } = await challenged()
  await simulator.issuer.decide(acsTransactionId, 'N')
  const first = await result()
  for (const outcome of challengeDecisions) {
    await simulator.issuer.decide(acsTransactionId, outcome)
    expect(await simulator.issuer.decideFor(subject, outcome)).toBe('N')
  }
  expect(await result()).toEqual(first)
  expect((await simulator.issuer.readChallengePost(challengeRequest))?.state).toBe('over')
})

test('a challenge that nobody answers is over after ten minutes, and not before', async () => {
  const { clock, simulator, acsTransactionId, challengeRequest, result } = await challenged()
  clock.nowMs += 599_999
  expect((await result()).outcome).toBe('undecided')
  clock.nowMs += 1
  expect(await result()).toMatchObject({ transactionStatus: 'N', statusReasonCode: '14' })
  await simulator.issuer.decide(acsTransactionId, 'Y')
  expect(await result()).toMatchObject({ transactionStatus: 'N', statusReasonCode: '14' })
  expect((await simulator.issuer.readChallengePost(challengeRequest))?.state).toBe('over')
})

test('what is no challenge is none', async () => {
  const { simulator, askAbout, acsTransactionId, serverTransactionId } = await challenged()
  expect((await askAbout({ acsTransactionId, serverTransactionId: 'x' })).outcome).toBe('failed')
  expect((await askAbout({ acsTransactionId: 'x', serverTransactionId })).outcome).toBe('failed')
  expect(await simulator.issuer.decide('x', 'Y')).toBeUndefined()
  expect(await simulator.issuer.decide(acsTransactionId, 'y')).toBe('noSuchOutcome')
  expect(await simulator.issuer.decideFor({ ...subject, orderId: 'O2' }, 'Y')).toBeUndefined()
  const foreign = Buffer.from(
    JSON.stringify({ messageType: 'CReq', acsTransID: acsTransactionId, threeDSServerTransID: 'x' }),
  )
  for (const request of ['', 'x', foreign.toString('base64url')])
    expect(await simulator.issuer.readChallengePost(request)).toBeUndefined()
})

test('no card number is put down anywhere', async () => {
  const interactions = memoryInteractions()
  const asked: string[] = []
  await challenged({
    interactions: {
      ...interactions,
      add(interaction: Parameters<typeof interactions.add>[0]) {
        asked.push(JSON.stringify(interaction))
        return interactions.add(interaction)
      },
    },
  })
  expect(asked).toHaveLength(1)
  expect(asked.join()).not.toMatch(/\d{13}/)
})

test('where the store cannot be reached, or time is over, there is silence', async () => {
  const away = { ...memoryInteractions(), find: () => Promise.reject(new StoreUnavailable()) }
  expect(await openThreeDSecureTest({ interactions: away }).authenticate({})).toEqual({ outcome: 'silent' })
  expect(await openThreeDSecureTest().enrol({}, AbortSignal.abort())).toEqual({ outcome: 'silent' })
})
