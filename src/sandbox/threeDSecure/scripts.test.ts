import { expect, test } from 'vitest'
import { memoryInteractions } from '../../../test/support/sandbox/memoryInteractions.ts'
import { expected, openThreeDSecureTest, origin } from '../../../test/support/sandbox/threeDSecureTest.ts'
import { createAuthenticationScripts } from './scripts.ts'
import { authenticationOutcomes } from './triggers.ts'

const plainCard = '4012000033330026'

test.each([
  ['successful', { transactionStatus: 'Y', eci: '05' }],
  ['attempted', { transactionStatus: 'A', eci: '06' }],
  ['failed', { transactionStatus: 'N', statusReasonCode: '01' }],
  ['rejected', { transactionStatus: 'R' }],
  ['unavailable', { transactionStatus: 'U' }],
  ['exempt', { transactionStatus: 'N', statusReasonCode: '81', isExempt: true }],
  ['challenge', { outcome: 'challenge' }],
  ['error', { outcome: 'failed' }],
])('a script makes any card %s', async (outcome, told) => {
  const scripts = createAuthenticationScripts()
  expect(scripts.add({ match: { cardNumber: plainCard }, outcomes: [{ outcome }] })).toBeUndefined()
  const { enrol, authenticate } = openThreeDSecureTest({ scripts })
  expect((await enrol({ cardNumber: plainCard })).outcome).toBe('enrolled')
  const { serverTransactionId } = expected(await enrol({ cardNumber: plainCard }), 'enrolled')
  const again = { cardNumber: plainCard, serverTransactionId }
  expect(await authenticate(again)).toMatchObject(told)
  expect(await authenticate(again)).toEqual(await authenticate(again))
  expect((await enrol({ cardNumber: plainCard, transactionId: '2' })).outcome).toBe('notEnrolled')
})

test('a script can take a card out, ask for a look at the browser, or fail at the first call', async () => {
  const scripts = createAuthenticationScripts()
  const { enrol } = openThreeDSecureTest({ scripts })
  const outcomes = [
    { outcome: 'notEnrolled' },
    { outcome: 'successful', wantsMethod: true },
    { outcome: 'error', at: 'initiate' },
  ]
  scripts.add({ match: {}, outcomes })
  expect((await enrol({ transactionId: '1' })).outcome).toBe('notEnrolled')
  expect(await enrol({ transactionId: '2', cardNumber: plainCard })).toHaveProperty('method')
  expect((await enrol({ transactionId: '3' })).outcome).toBe('failed')
  expect(scripts.list()).toEqual([])
})

test('a script is for authentications that begin after it, whatever an earlier one still asks', async () => {
  const scripts = createAuthenticationScripts()
  const { enrol, authenticate } = openThreeDSecureTest({ scripts })
  const card = { cardNumber: '5555555555000018' }
  const { serverTransactionId } = expected(await enrol(card), 'enrolled')
  scripts.add({ match: {}, outcomes: [{ outcome: 'rejected' }] })
  expect((await enrol(card)).outcome).toBe('enrolled')
  expect(await authenticate({ ...card, serverTransactionId })).toMatchObject({ transactionStatus: 'Y' })
  const next = expected(await enrol({ ...card, orderId: 'O2' }), 'enrolled')
  const { serverTransactionId: nextId } = next
  expect(await authenticate({ ...card, orderId: 'O2', serverTransactionId: nextId })).toMatchObject({
    transactionStatus: 'R',
  })
  expect(scripts.list()).toEqual([])
})

test('silence lasts until the deadline', async () => {
  const scripts = createAuthenticationScripts()
  scripts.add({ match: {}, outcomes: [{ outcome: 'silent' }] })
  const { enrol, authenticate } = openThreeDSecureTest({ scripts })
  const { serverTransactionId } = expected(await enrol({}), 'enrolled')
  const over = new AbortController()
  const answer = authenticate({ serverTransactionId }, over.signal)
  const first = await Promise.race([answer, new Promise(resolve => setTimeout(resolve, 20, 'waiting'))])
  expect(first).toBe('waiting')
  over.abort()
  expect(await answer).toEqual({ outcome: 'silent' })
})

test('a scripted payer decides at the page by itself', async () => {
  const scripts = createAuthenticationScripts()
  scripts.add({ match: { orderId: 'O1' }, outcomes: [{ outcome: 'challenge', payer: 'cancelled' }] })
  const { authenticate } = openThreeDSecureTest({ scripts })
  const { acsUrl } = expected(await authenticate({ cardNumber: plainCard }), 'challenge')
  expect(acsUrl).toBe(`${origin}/sandbox/acs/challenge?outcome=cancelled`)
})

test('what a script said holds on every node that shares the store', async () => {
  const interactions = memoryInteractions()
  const scripts = createAuthenticationScripts()
  scripts.add({ match: {}, outcomes: [{ outcome: 'rejected' }] })
  const { serverTransactionId } = expected(
    await openThreeDSecureTest({ interactions, scripts }).enrol({}),
    'enrolled',
  )
  const other = openThreeDSecureTest({ interactions, scripts: createAuthenticationScripts() })
  expect(await other.authenticate({ serverTransactionId })).toMatchObject({ transactionStatus: 'R' })
})

test('a merchant has its own scripts first, and they are listed and cleared by themselves', () => {
  const scripts = createAuthenticationScripts()
  scripts.add({ match: {}, outcomes: [{ outcome: 'failed' }] })
  for (const merchantId of ['SHOP', 'OTHER'])
    scripts.add({ match: { merchantId }, outcomes: [{ outcome: 'exempt' }] })
  expect(scripts.list('SHOP').map(({ match }) => match)).toEqual([{}, { merchantId: 'SHOP' }])
  const subject = { merchantId: 'SHOP', orderId: 'O1', transactionId: '1', cardNumber: plainCard }
  expect([scripts.next(subject), scripts.next(subject)]).toEqual([
    { outcome: 'exempt' },
    { outcome: 'failed' },
  ])
  scripts.clear('SHOP')
  expect(scripts.list()).toHaveLength(1)
})

test('scripts are used in the order they came, by those they match, and shown without card numbers', () => {
  const scripts = createAuthenticationScripts()
  scripts.add({ match: { cardNumber: plainCard }, outcomes: [{ outcome: 'failed' }, { outcome: 'exempt' }] })
  scripts.add({ match: { merchantId: 'SHOP', transactionId: '1' }, outcomes: [{ outcome: 'attempted' }] })
  const subject = { merchantId: 'SHOP', orderId: 'O1', transactionId: '1', cardNumber: plainCard }
  expect(scripts.next({ ...subject, cardNumber: '5' })).toEqual({ outcome: 'attempted' })
  expect(scripts.next({ ...subject, cardNumber: '5' })).toBeUndefined()
  expect(JSON.stringify(scripts.list())).not.toContain(plainCard)
  expect([scripts.next(subject), scripts.next(subject), scripts.next(subject)]).toEqual([
    { outcome: 'failed' },
    { outcome: 'exempt' },
    undefined,
  ])
})

test.each([
  [{ outcomes: [{ outcome: 'failed' }] }, 'match'],
  [{ match: {} }, 'outcomes'],
  [{ match: {}, outcomes: [] }, 'outcomes'],
  [{ match: {}, outcomes: [{}] }, 'outcomes[0].outcome'],
  [{ match: {}, outcomes: [{ outcome: 'perhaps' }] }, 'outcomes[0].outcome'],
  [{ match: {}, outcomes: [{ outcome: 'failed', at: 'initiate' }] }, 'outcomes[0].at'],
  [{ match: {}, outcomes: [{ outcome: 'failed', payer: 'Y' }] }, 'outcomes[0].payer'],
  [{ match: {}, outcomes: [{ outcome: 'challenge', payer: 'maybe' }] }, 'outcomes[0].payer'],
  [{ match: {}, outcomes: [{ outcome: 'failed', wantsMethod: 1 }] }, 'outcomes[0].wantsMethod'],
  [{ match: {}, outcomes: ['failed'] }, 'outcomes[0]'],
  [{ match: { cardNumber: 'x' }, outcomes: [{ outcome: 'failed' }] }, 'match.cardNumber'],
  [{ match: { orderId: '' }, outcomes: [{ outcome: 'failed' }] }, 'match.orderId'],
  [{ match: { stranger: 1 }, outcomes: [{ outcome: 'failed' }] }, 'match.stranger'],
  [{ match: {}, outcomes: [{ outcome: 'failed' }], more: 1 }, 'more'],
])('a script that says nonsense is refused: %o', (script, field) => {
  expect(createAuthenticationScripts().add(script)).toMatchObject({ kind: 'rejection', field })
})

test('no more scripts wait than have room', () => {
  const scripts = createAuthenticationScripts()
  const script = { match: {}, outcomes: authenticationOutcomes.map(outcome => ({ outcome })) }
  for (let count = 0; count < 1_000; count++) expect(scripts.add(script)).toBeUndefined()
  expect(scripts.add(script)).toMatchObject({ kind: 'rejection' })
  scripts.clear()
  expect(scripts.list()).toEqual([])
})

test('a script is for a card by its number only: no id holds one', () => {
  for (const name of ['merchantId', 'orderId']) {
    const scripts = createAuthenticationScripts()
    const refused = scripts.add({ match: { [name]: 'no-4508750015741019' }, outcomes: [{}] })
    expect(refused).toMatchObject({ kind: 'rejection', field: `match.${name}` })
    expect(JSON.stringify(refused)).not.toContain('4508')
  }
})
