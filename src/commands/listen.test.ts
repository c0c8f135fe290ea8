import { expect, test } from 'vitest'
import { StartRefusal } from '../platform/errors.ts'
import type { ForwardAnswer, GatewayAnswer } from './context.ts'
import { GatewayUnreachable } from './gatewayConnection.ts'
import { type ListenEvent, type ListenOptions, listen } from './listen.ts'

/** A feed of named notifications; each call gets the next of the answers, and with the last it is over. */
function scene(answers: readonly (GatewayAnswer | 'away')[], programs: readonly ForwardAnswer[] = []) {
  const halt = new AbortController()
  const told: ListenEvent[] = []
  const asked: string[] = []
  const forwarded: string[] = []
  const left = [...answers]
  const parts: ListenOptions = {
    connection: {
      address: 'http://gateway',
      async call(_method, path) {
        asked.push(path.replace(/^.*\?/, ''))
        const answer = left.shift()
        if (left.length === 0) halt.abort()
        if (answer === undefined || answer === 'away') throw new GatewayUnreachable('No gateway answers.')
        return answer
      },
    },
    credentials: { merchantId: 'SHOP', password: 'hush' },
    from: { last: 10 },
    report: news => told.push(news),
    clock: { sleep: async () => undefined },
    halt: halt.signal,
  }
  const queue = [...programs]
  const forward: ListenOptions['forward'] = async message => {
    forwarded.push(message.body)
    return queue.shift() ?? { kind: 'answered', status: 200, tookMs: 1, text: '' }
  }
  return { parts, told, asked, forwarded, withProgram: { ...parts, forward } }
}

const page = (...ids: readonly string[]): GatewayAnswer => ({
  status: 200,
  body: {
    notifications: ids.map(id => ({
      id,
      orderId: 'o',
      transactionId: '1',
      time: '',
      state: 'OFF',
      body: id,
    })),
    previous: 'start',
    next: ids.at(-1) ?? 'start',
  },
})
const ending = page()
const away: ForwardAnswer = { kind: 'away', why: 'Nothing answers.' }
const kinds = (told: readonly ListenEvent[]) =>
  told.map(news => (news.kind === 'notification' ? news.notification.id : news.kind))

test('it begins with the recent ones, without waiting, and then waits for what comes after', async () => {
  const { parts, told, asked } = scene([page('a', 'b'), page('c'), ending])
  await listen(parts)
  expect(kinds(told)).toEqual(['a', 'b', 'c', 'ended'])
  expect(asked).toEqual(['last=10&limit=20&wait=0', 'after=b&limit=20&wait=20', 'after=c&limit=20&wait=20'])
})

test('with nothing there yet, it waits from where the feed says', async () => {
  const { parts, asked } = scene([page(), page('a'), ending])
  await listen(parts)
  expect(asked.map(query => query.split('&')[0])).toEqual(['last=10', 'after=start', 'after=a'])
})

test('what could not be handed over is read again, freshly signed, and the rest with it', async () => {
  const { withProgram, told, asked, forwarded } = scene(
    [page('a', 'b', 'c'), page('b', 'c'), page('b', 'c'), ending],
    [{ kind: 'answered', status: 200, tookMs: 1, text: '' }, away, away],
  )
  await listen(withProgram)
  expect(forwarded).toEqual(['a', 'b', 'b', 'b', 'c'])
  expect(kinds(told)).toEqual(['a', 'away', 'back', 'b', 'c', 'ended'])
  expect(asked[1]).toBe('after=a&limit=20&wait=20')
})

test('held up at the very first, it keeps its place', async () => {
  const { withProgram, asked } = scene([page('a'), page('a'), ending], [away])
  await listen(withProgram)
  expect(asked[1]).toBe('after=start&limit=20&wait=20')
})

test('a program that refuses or breaks off was told; the next one comes', async () => {
  const broken: ForwardAnswer = { kind: 'failed', why: 'no answer', tookMs: 10_000 }
  const { withProgram, told } = scene([page('a', 'b'), ending], [broken])
  await listen(withProgram)
  expect(told.slice(0, 2)).toMatchObject([{ answer: { kind: 'failed' } }, { answer: { status: 200 } }])
})

test('a gateway that is away or busy is waited for, and that is said once', async () => {
  const busy = { status: 503, body: { error: { explanation: 'Too many.' } } }
  const { parts, told } = scene(['away', 'away', busy, page('a'), ending])
  await listen(parts)
  expect(kinds(told)).toEqual(['away', 'back', 'a', 'ended'])
})

test.each([
  [401, "The gateway at http://gateway refused merchant SHOP's password."],
  [400, 'Value is invalid.'],
])('answered %i, it ends', async (status, refusal) => {
  const { parts } = scene([{ status, body: { error: { explanation: 'Value is invalid.' } } }, ending])
  await expect(listen(parts)).rejects.toThrow(new StartRefusal(refusal))
})

test('it ends after as many as were wanted, and says where to go on', async () => {
  const { parts, told } = scene([page('a', 'b', 'c'), ending])
  await listen({ ...parts, countMax: 2 })
  expect(kinds(told)).toEqual(['a', 'b', 'ended'])
  expect(told.at(-1)).toEqual({ kind: 'ended', count: 2, after: 'b' })
})
