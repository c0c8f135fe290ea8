import { expect, test } from 'vitest'
import type { ReadinessFinding } from '../http/api/health.ts'
import { readinessPatience } from '../platform/readinessPatience.ts'
import { startPrimary, type WorkerListener } from './primary.ts'
import { joinNode, type PrimaryConnection } from './worker.ts'
import type { PrimaryMessage, WorkerMessage } from './workerMessages.ts'

test('the first worker starts alone, and the others join it when it serves', () => {
  const { started, serve } = stage(3)
  expect(started()).toEqual(['1 first'])
  serve(0)
  expect(started()).toEqual(['1 first', '2', '3'])
})

test('a start that one of them refuses is refused, with its exit code', async () => {
  const alone = stage(2)
  alone.end(0, 2)
  expect(await alone.primary.ended).toBe(2)
  const { primary, serve, end, heardBy } = stage(3)
  serve(0)
  end(1, 1)
  expect(heardBy(0)).toContainEqual({ kind: 'stop', signal: 'SIGINT' })
  for (const worker of [0, 2]) end(worker, 0)
  expect(await primary.ended).toBe(1)
})

test('one that ends is replaced, later each time; the others are told how many serve', async () => {
  const { started, serve, end, heardBy, waits, warned, pass } = complete(2)
  for (let time = 0; time < 10; time++) {
    end(time + 1, 'SIGKILL')
    await Promise.resolve()
    expect(started().slice(2)).toEqual(Array.from({ length: time + 1 }, () => '2'))
    serve(time + 2)
  }
  expect(heardBy(0).slice(-2)).toEqual([
    { kind: 'count', serving: 1 },
    { kind: 'count', serving: 2 },
  ])
  expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800])
  expect(Math.max(...waits)).toBe(30_000)
  expect(warned[0]).toBe('Worker 2 ended (SIGKILL); another takes its place in 0.1 s.')
  pass(61_000)
  end(11, 1)
  expect(waits.at(-1)).toBe(100)
})

test('one that hangs is killed, once, and then replaced as any that ends', async () => {
  const { alive, lookAfter, killed, warned, end, started } = complete(2)
  for (let second = 0; second < 15; second++) {
    alive(0)
    await lookAfter(1_000)
  }
  expect(killed).toEqual([])
  for (let second = 0; second < 3; second++) {
    alive(0)
    await lookAfter(1_000)
  }
  expect(killed).toEqual(['2 SIGKILL'])
  expect(warned).toEqual(['Worker 2 has not moved for 15 s; it is killed.'])
  end(1, 'SIGKILL')
  await Promise.resolve()
  expect(started().slice(2)).toEqual(['2'])
})

test('one that hangs while the node stops does not keep it from ending', async () => {
  const { primary, alive, lookAfter, killed, end } = complete(2)
  primary.stop('SIGTERM')
  end(0, 0)
  for (let second = 0; second < 17; second++) await lookAfter(1_000)
  expect(killed).toEqual(['2 SIGKILL'])
  alive(1)
  end(1, 'SIGKILL')
  expect(await primary.ended).toBe(1)
})

test('after a pause of the whole machine nobody is taken for hanging', async () => {
  const { alive, lookAfter, killed } = complete(2)
  await lookAfter(1_000)
  await lookAfter(3_600_000)
  for (const worker of [0, 1]) alive(worker)
  await lookAfter(1_000)
  expect(killed).toEqual([])
})

test('a node of which nobody is left, and whose next worker does not come up either, ends', async () => {
  const { primary, end } = complete(2)
  end(0, 1)
  end(1, 1)
  await Promise.resolve()
  end(2, 2)
  end(3, 2)
  expect(await primary.ended).toBe(2)
})

test('a stop is passed on, replaces nobody, and ends with the last of them', async () => {
  const { primary, started, end, heardBy } = complete(2)
  primary.stop('SIGTERM')
  for (const worker of [0, 1]) expect(heardBy(worker)).toContainEqual({ kind: 'stop', signal: 'SIGTERM' })
  end(0, 0)
  end(1, 0)
  expect(await primary.ended).toBe(0)
  expect(started()).toHaveLength(2)
  const another = complete(2)
  another.primary.stop('SIGINT')
  another.end(0, 0)
  another.end(1, 'SIGSEGV')
  expect(await another.primary.ended).toBe(1)
})

test('what signals mean reaches every worker', () => {
  const { primary, join, ears } = complete(2)
  for (const worker of [0, 1]) join(worker)
  primary.reload()
  primary.stop('SIGTERM')
  expect(ears).toEqual(['reload', 'reload', 'SIGTERM', 'SIGTERM'])
})

test('a worker knows when all of them serve, and when one is missing', async () => {
  const { join, serve, end } = stage(2)
  const worker = join(0)
  const complete = worker.serve()
  expect(worker.areWorkersMissing()).toBe(true)
  serve(1)
  await complete
  expect(worker.areWorkersMissing()).toBe(false)
  end(1, 1)
  expect(worker.areWorkersMissing()).toBe(true)
})

test('readiness and metrics are those of all workers, whichever is asked', async () => {
  const { joined, end } = complete(2)
  const [one, other] = [0, 1].map(index => joined(index, index))
  expect(await one?.ready()).toEqual([
    { code: 'DRAINING' },
    { code: 'ACQUIRER_LINK_DOWN', details: ['link 0', 'link 1'] },
  ])
  expect(await other?.ready()).toEqual(await one?.ready())
  expect(await one?.scrape.text()).toContain('tollgate_asks_total 3\n')
  end(1, 'SIGKILL')
  // What it had counted stays counted.
  expect(await one?.scrape.text()).toContain('tollgate_asks_total 3\n')
  expect(await one?.ready()).toEqual([
    { code: 'DRAINING' },
    { code: 'ACQUIRER_LINK_DOWN', details: ['link 0'] },
  ])
})

test('a worker that hangs is named, and nobody waits for it', async () => {
  const { joined, alive, pass, lookAgain } = complete(3)
  const [one, other] = [0, 2].map(index => joined(index, index))
  pass(3_000)
  for (const worker of [0, 2]) alive(worker)
  const ready = settled(one?.ready())
  await turns()
  expect(ready()).toBeUndefined()
  await lookAgain()
  expect(ready()).toEqual([
    { code: 'DRAINING' },
    { code: 'ACQUIRER_LINK_DOWN', details: ['link 0', 'link 2'] },
    { code: 'WORKERS_MISSING', details: ['worker 2 does not answer'] },
  ])
  const text = settled(other?.scrape.text())
  await lookAgain()
  expect(text()).toContain('tollgate_asks_total 4\n')
})

test('one that is alive and takes its time is waited for, and named when it takes too long', async () => {
  const { joined, joinedSlowly, alive, pass, lookAgain, losePatience } = complete(3)
  const one = joined(0, 0)
  const speak = joinedSlowly(1)
  pass(3_000)
  for (const worker of [0, 1]) alive(worker)
  const stalled = settled(one?.ready())
  await lookAgain()
  expect(stalled()).toBeUndefined()
  speak([{ code: 'DATABASE_STALLED' }])
  await lookAgain()
  expect(stalled()).toContainEqual({ code: 'DATABASE_STALLED' })
  expect(stalled()).toContainEqual({ code: 'WORKERS_MISSING', details: ['worker 3 does not answer'] })
  const late = settled(one?.ready())
  await lookAgain()
  expect(late()).toBeUndefined()
  await losePatience()
  expect(late()).toContainEqual({
    ...{ code: 'WORKERS_MISSING', details: ['worker 2 does not answer', 'worker 3 does not answer'] },
  })
})

test('limits are counted over all workers, and what one had borrowed is free when it ends', async () => {
  const { limits, end } = complete(2)
  const [one, other] = [limits(0), limits(1)]
  const order = { pool: 3, wanted: 2 }
  expect(await one.borrow('load A', order)).toBe(2)
  expect(await other.borrow('load A', order)).toBe(1)
  expect(await one.takeToken('A', 1)).toBeUndefined()
  expect(await other.takeToken('A', 1)).toBeGreaterThan(0)
  expect([await one.countFailedLogin('pair'), await other.countFailedLogin('pair')]).toEqual([1, 2])
  end(1, 1)
  expect(await one.borrow('load A', order)).toBe(1)
})

/** What came of it, if anything yet. */
function settled<Value>(promise: Promise<Value> | undefined): () => Value | undefined {
  let came: Value | undefined
  void promise?.then(value => (came = value))
  return () => came
}

const turns = () => new Promise(resolve => setImmediate(resolve))

/** A node whose workers are no processes. */
function stage(workers: number) {
  const forked: {
    readonly name: string
    readonly listener: WorkerListener
    readonly heard: PrimaryMessage[]
  }[] = []
  const hearers = new Map<number, (message: unknown) => void>()
  const waits: number[] = []
  /** What workers were told to do. */
  const ears: string[] = []
  const warned: (string | number | undefined)[] = []
  let now = 0
  let look: () => void = () => undefined
  /** Who waits for its patience to end, and who to look again whether all who can have spoken. */
  const patient: (() => void)[] = []
  const gathering: (() => void)[] = []
  const killed: string[] = []
  const primary = startPrimary({
    workers,
    log: { info: () => undefined, warn: (_, facts) => warned.push(facts?.reason) },
    clock: {
      monotonicMs: () => now,
      async sleep(ms: number) {
        if (ms === readinessPatience.nodeMs) return new Promise(resolve => patient.push(resolve))
        if (ms === 250) return new Promise(resolve => gathering.push(resolve))
        if (ms === 1_000) return new Promise(resolve => (look = resolve))
        waits.push(ms)
      },
    },
    release: '1.0.0',
    fork({ slot, isFirst }, listener) {
      const number = forked.length
      const heard: PrimaryMessage[] = []
      forked.push({ name: isFirst ? `${slot} first` : `${slot}`, listener, heard })
      return {
        send(message) {
          heard.push(message)
          hearers.get(number)?.(message)
        },
        kill: signal => void killed.push(`${slot} ${signal}`),
      }
    },
  })
  const say = (worker: number, message: WorkerMessage) => forked[worker]?.listener.onMessage(message)
  const connect = (worker: number): PrimaryConnection => ({
    send: message => say(worker, message),
    onMessage: hear => void hearers.set(worker, hear),
    onDisconnect: () => undefined,
  })
  const join = (worker: number) => {
    const role = { slot: worker + 1, isFirst: worker === 0, release: '1.0.0' }
    const told = { onStop: (signal: string) => ears.push(signal), onReload: () => ears.push('reload') }
    return joinNode({ ...role, workers, primary: connect(worker), ...told })
  }
  return {
    ...{ primary, waits, warned, ears, join, killed },
    started: () => forked.map(({ name }) => name),
    heardBy: (worker: number) => forked[worker]?.heard ?? [],
    serve: (worker: number) => say(worker, { kind: 'serving' }),
    end: (worker: number, how: number | string) => forked[worker]?.listener.onEnd(how),
    pass(ms: number) {
      now += ms
    },
    alive: (worker: number) => say(worker, { kind: 'alive' }),
    /** The primary looks after its workers, this long after it looked last. */
    async lookAfter(ms: number) {
      now += ms
      look()
      await Promise.resolve()
      await Promise.resolve()
    },
    async lookAgain() {
      for (const resolve of gathering.splice(0)) resolve()
      await turns()
    },
    async losePatience() {
      for (const resolve of patient.splice(0)) resolve()
      await turns()
    },
    limits: (worker: number) => join(worker).limits,
    /** One whose readiness is said later, once for all who ask. */
    joinedSlowly(worker: number) {
      let speak: (findings: readonly ReadinessFinding[]) => void = () => undefined
      const ready = () => new Promise<readonly ReadinessFinding[]>(resolve => (speak = resolve))
      join(worker).ofNode({
        ready,
        scrape: { contentType: 'text/plain', text: async () => 'its own', readings: async () => [] },
      })
      return (findings: readonly ReadinessFinding[]) => speak(findings)
    },
    joined(worker: number, index: number) {
      const readings = [
        {
          ...{ name: 'tollgate_asks_total', type: 'counter', help: 'Questions.', aggregator: 'sum' },
          values: [{ value: index + 1, labels: {} }],
        },
      ]
      const findings = [
        { code: 'DRAINING' },
        { code: 'ACQUIRER_LINK_DOWN', details: [`link ${index}`] },
      ] as const
      return join(worker).ofNode({
        ready: async () => findings,
        scrape: { contentType: 'text/plain', text: async () => 'its own', readings: async () => readings },
      })
    },
  }
}

/** One whose workers all serve. */
function complete(workers: number) {
  const node = stage(workers)
  for (let worker = 0; worker < workers; worker++) node.serve(worker)
  return node
}
