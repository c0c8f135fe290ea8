import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { sampleKey } from '../../../test/support/store/sampleIntent.ts'
import { transact } from '../connection/statement.ts'
import { createGroupCommit, type GroupCommitOptions, type OrderKeyed, orderOf } from './groupCommit.ts'

type Item = OrderKeyed & { readonly name: string }
const item = (name: string, cell = 1): Item => ({ key: { ...sampleKey(name), cell }, name })

/**
 * A commit whose statement goes through the given script: an error is thrown, a word is every item's
 * verdict.
 */
function scripted(
  script: readonly (Error | string)[],
  changes: Partial<GroupCommitOptions<Item, string>> = {},
) {
  const written: string[][] = []
  const submit = createGroupCommit<Item, string>({
    keyOf: orderOf,
    write: async (_, items) => {
      const step = script[written.length] ?? 'started'
      written.push(items.map(({ name }) => name))
      if (step instanceof Error) throw step
      return items.map(() => step)
    },
    isDoubtful: verdict => verdict === 'stale',
    waitingMax: 100,
    queuePatienceMs: 1_000,
    patienceMs: 500,
    insists: false,
    giveUp: cause => new Error('gave up', { cause }),
    isStopped: () => false,
    ...changes,
  })
  return { submit, written }
}

function databaseError(code: string, severity = 'ERROR'): Error {
  return Object.assign(new pg.DatabaseError('scripted', 0, 'error'), { code, severity })
}

const deadlock = databaseError('40P01')
const lostConnection = new Error('Connection terminated unexpectedly')

test('a deadlock is tried again, three times at most', async () => {
  const patient = scripted([deadlock, deadlock, deadlock])
  expect(await patient.submit(item('a'))).toBe('started')
  const hopeless = scripted([deadlock, deadlock, deadlock, deadlock])
  await expect(hopeless.submit(item('a'))).rejects.toThrow('gave up')
  expect(hopeless.written).toHaveLength(4)
})

test('after a lost commit a negative verdict is asked for again: its snapshot may be too old', async () => {
  const lost = scripted([lostConnection, 'stale', 'started'])
  expect(await lost.submit(item('a'))).toBe('started')
  const certain = scripted(['stale', 'started'])
  expect(await certain.submit(item('a'))).toBe('stale')
})

test('who was written goes on before it is known why another was not', async () => {
  const lookedUp: string[][] = []
  let answer: (verdicts: string[]) => void = () => undefined
  let lose: (error: Error) => void = () => undefined
  const { submit } = scripted([], {
    write: async (_, items) => items.map(({ name }) => (name === 'a' ? 'started' : undefined)),
    whyNot: (_, items) => {
      lookedUp.push(items.map(({ name }) => name))
      return new Promise((resolve, reject) => {
        answer = resolve
        lose = reject
      })
    },
  })
  const [first, ...others] = ['a', 'b', 'c'].map(name => submit(item(name)))
  expect(await first).toBe('started')
  await vi.waitFor(() => expect(lookedUp).toEqual([['b', 'c']]))
  answer(['busy', 'stale'])
  expect(await Promise.all(others)).toEqual(['busy', 'stale'])
  const [again, lost] = ['a', 'b'].map(name => submit(item(name)))
  expect(await again).toBe('started')
  await vi.waitFor(() => expect(lookedUp).toHaveLength(2))
  lose(databaseError('53100'))
  await expect(lost).rejects.toThrow('gave up')
})

test('where a commit was lost, why not is asked for until somebody tells', async () => {
  const answers = [lostConnection, 'started']
  const { submit, written } = scripted([lostConnection], {
    whyNot: async (_, items) => {
      const answer = answers.shift()
      if (typeof answer !== 'string') throw answer
      return items.map(() => answer)
    },
    write: async (_, items) => {
      written.push(items.map(({ name }) => name))
      if (written.length === 1) throw lostConnection
      return items.map(() => undefined)
    },
  })
  expect(await submit(item('a'))).toBe('started')
  expect(written).toHaveLength(2)
  expect(answers).toEqual([])
})

test('what was lost before its commit is tried again, and given up without a doubt', async () => {
  const serverAway = databaseError('08006')
  const transactionsIn = (errors: Error[]) =>
    scripted([], {
      write: (_, items) => transact(poolThatMeets(errors), async () => items.map(() => 'started')),
      giveUp: (_, isUnsure) => new Error(isUnsure ? 'nobody knows' : 'gave up'),
    })
  expect(await transactionsIn([serverAway, lostConnection]).submit(item('a'))).toBe('started')
  const outage = Array.from({ length: 1_000 }, () => serverAway)
  await expect(transactionsIn(outage).submit(item('a'))).rejects.toThrow('gave up')
})

/** The first statement of each transaction meets the next error. */
function poolThatMeets(errors: Error[]): pg.Pool {
  const pool = new pg.Pool()
  const client = Object.assign(new pg.Client(), {
    query: async (text: unknown) => {
      const error = text === 'begin' ? errors.shift() : undefined
      if (error) throw error
      return { rows: [] }
    },
    release: () => undefined,
  })
  return Object.assign(pool, { connect: async () => client })
}

test('what certainly was not written is given up at once, unless the commit insists', async () => {
  const outOfRoom = databaseError('53100')
  const meek = scripted([outOfRoom])
  await expect(meek.submit(item('a'))).rejects.toThrow('gave up')
  const insistent = scripted([outOfRoom, outOfRoom], { insists: true })
  expect(await insistent.submit(item('a'))).toBe('started')
  const stopped = scripted([outOfRoom], { insists: true, isStopped: () => true })
  await expect(stopped.submit(item('a'))).rejects.toThrow('gave up')
})

test.each([
  ['53100', 'PANIC'], // no room for the log
  ['58030', 'PANIC'], // the log cannot be flushed
  ['XX000', 'PANIC'], // another error of the file system
  ['XX000', 'FATAL'],
  ['XX000', 'ERROR'], // an internal error: a file that could not be written, a worker that was lost
])(
  'after %s %s the commit may be in the log: it is asked for until that is certain',
  async (code, severity) => {
    const given = scripted([databaseError(code, severity), 'stale', 'started'])
    expect(await given.submit(item('a'))).toBe('started')
  },
)

test('a fault is not repeated: it would fail the same way', async () => {
  const wrong = scripted([databaseError('42703')])
  await expect(wrong.submit(item('a'))).rejects.toMatchObject({ code: '42703' })
  expect(wrong.written).toHaveLength(1)
})

test('an item that waited too long for its turn is refused, unwritten', async () => {
  const slow = () => new Promise<string[]>(resolve => setTimeout(() => resolve(['started']), 60))
  const { submit } = scripted([], { write: slow, queuePatienceMs: 20, waitingMax: 100 })
  const begun = await Promise.allSettled(['a', 'b', 'a', 'b'].map(name => submit(item(name))))
  expect(begun.map(({ status }) => status)).toContain('rejected')
})

test('the patience runs from when an item came, however many groups were before its own', async () => {
  const { submit } = scripted([], {
    write: () => Promise.reject(databaseError('53100')),
    waitingMax: 1_000,
    queuePatienceMs: Number.POSITIVE_INFINITY,
    patienceMs: 300,
    insists: true,
  })
  const started = performance.now()
  const items = Array.from({ length: 400 }, (_, index) => submit(item(`order ${index}`)))
  for (const { status } of await Promise.allSettled(items)) expect(status).toBe('rejected')
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('a statement touches one cell', async () => {
  const { submit, written } = scripted([])
  await Promise.all([submit(item('a', 1)), submit(item('b', 2)), submit(item('c', 1))])
  expect(written).toEqual([['a', 'c'], ['b']])
})
