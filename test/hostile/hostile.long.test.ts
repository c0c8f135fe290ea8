import { afterAll, beforeAll, expect, test } from 'vitest'
import { sigmasBetween, tryApart } from './apart.ts'
import { barrage, gapsIn, replay } from './barrage.ts'
import { catalogueCases } from './catalogue.ts'
import { offencesIn } from './judge.ts'
import { createRequests, requestKinds } from './requests.ts'
import { tryCatalogue } from './tryCatalogue.ts'
import { type HostileWorld, openHostileWorld } from './world.ts'

// `npm run hostile` is the long form: it also counts stalls and memory, for which a machine has to be quiet.
let world: HostileWorld
beforeAll(async () => {
  world = await openHostileWorld()
})
afterAll(() => world?.close())

const count = 3_000

test('hostile input by classes, over raw sockets, while requests of a seed come', async () => {
  const { gateway, known } = world
  const [catalogue, report] = await Promise.all([
    tryCatalogue(gateway.port),
    barrage({ gateway, seed: 19, from: 0, count, known, tell: () => undefined }),
  ])
  expect(catalogue.findings).toEqual([])
  expect(catalogue.cases).toBeGreaterThan(450)
  expect(report.violations.map(({ request, what }) => `${request.number}: ${what}`)).toEqual([])
  expect(report.requests).toBe(count)
  expect(report.answers.get('201')).toBeGreaterThan(count / 100)
  expect(gapsIn(report, { operations: ['AUTHORIZE', 'VOID', 'SAVE_TOKEN'], versions: [1, 55, 100] })).toEqual(
    [],
  )
  expect(gateway.output()).not.toContain('"level":"error"')
})

test("what is another merchant's is answered like what does not exist", async () => {
  const { findings, questions } = await tryApart(world, 3, 19)
  expect(questions).toBeGreaterThan(30)
  expect(findings).toEqual([])
})

test('a request is the same each time, and can be sent again', async () => {
  const [one, other] = [createRequests(7, world.known), createRequests(7, world.known)]
  for (const number of [0, 1, 999, 123_456]) expect(one(number).bytes.equals(other(number).bytes)).toBe(true)
  expect(one(5).bytes.equals(createRequests(8, world.known)(5).bytes)).toBe(false)
  expect(await replay({ ...world, seed: 7 }, 5)).toMatchObject({ fate: { kind: 'answered' }, offences: [] })
})

test('wrong answers, broken errors, a 500, what did not come and other times are found', async () => {
  const [first] = catalogueCases
  if (!first) throw new Error('the catalogue is empty')
  expect((await tryCatalogue(world.gateway.port, [{ ...first, status: 418 }], [])).findings).toHaveLength(1)
  const sent = { kind: 'type', path: '/api/rest/version/1/x', body: Buffer.from('"5123450000000008"') }
  const headers = {
    ...{ 'cache-control': 'no-store', 'content-type': 'application/json;charset=utf-8' },
    ...{ 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' },
  }
  const answer = (status: number, error: object) => ({
    ...{ status, headers, isLast: false, text: JSON.stringify({ result: 'ERROR', error }) },
  })
  const fine = { cause: 'INVALID_REQUEST', explanation: 'No.' }
  expect(offencesIn(sent, answer(400, fine))).toEqual([])
  expect(offencesIn(sent, answer(500, { cause: 'SERVER_FAILED', supportCode: 'x' }))).toEqual(['a 500'])
  for (const error of [
    { ...fine, field: 'order' },
    { ...fine, supportCode: 'x' },
    { ...fine, explanation: 'x'.repeat(1_001) },
    { ...fine, explanation: 'No 5123450000000008.' },
  ])
    expect(offencesIn(sent, answer(400, error)), JSON.stringify(error)).toHaveLength(1)
  const none = { kinds: new Map(), operations: new Set<string>(), versions: new Set<number>() }
  const empty = { ...none, requests: 0, seconds: 0, answers: new Map(), violations: [], resident: [] }
  expect(gapsIn(empty, { operations: ['PAY'], versions: [1] })).toHaveLength(requestKinds.length + 2)
  const [quick, slow] = [100, 106].map(ms => Array.from({ length: 400 }, (_, at) => ms + ((at * 7) % 50)))
  expect(sigmasBetween(slow ?? [], quick ?? [])).toBeGreaterThan(3)
})
