import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { createLineSink } from './lineSink.ts'

const opened: number[] = []
const open = (path: string, flags: number | string): number => {
  const descriptor = openSync(path, flags)
  opened.push(descriptor)
  return descriptor
}
const folder = () => mkdtempSync(join(tmpdir(), 'tollgate-lines-'))

afterEach(() => {
  for (const descriptor of opened.splice(0)) closeSync(descriptor)
})

test('lines are written in blocks, and at once when asked to', async () => {
  const path = join(folder(), 'lines')
  const sink = createLineSink(open(path, 'a'), { isShared: false })
  const written = () => readFileSync(path, 'utf8')
  sink.write('one\n')
  expect(written()).toBe('')
  await expect.poll(written).toBe('one\n')
  sink.write('two\n')
  sink.flush()
  expect(written()).toBe('one\ntwo\n')
  const many = Array.from({ length: 5_000 }, (_, n) => `line ${n} of many\n`)
  for (const line of many) sink.write(line)
  await expect.poll(written).toBe(`one\ntwo\n${many.join('')}`)
  expect(sink.dropped()).toBe(0)
})

test('a full disk costs lines, and is not waited for', async () => {
  const sink = createLineSink(open('/dev/full', 'w'), { isShared: false })
  for (let n = 0; n < 100; n += 1) sink.write(`${'x'.repeat(99)}\n`)
  await expect.poll(sink.dropped).toBeGreaterThan(0)
  sink.write('last words\n')
  expect(timeOf(sink.flush)).toBeLessThan(500)
  expect(sink.dropped()).toBe(101)
})

test('a reader that has gone costs lines, and is not waited for', () => {
  const { reader, writer } = pipe()
  const sink = createLineSink(writer, { isShared: false })
  closeSync(opened.splice(opened.indexOf(reader), 1)[0] ?? reader)
  sink.write('last words\n')
  expect(timeOf(sink.flush)).toBeLessThan(500)
  expect(sink.dropped()).toBe(1)
})

test('a reader that is busy gets its lines later, whole and in sequence', async () => {
  const { reader, writer } = pipe()
  const sink = createLineSink(writer, { isShared: true })
  const lines = Array.from({ length: 4_000 }, (_, n) => `${n} ${'x'.repeat(60)}\n`)
  for (const line of lines) sink.write(line)
  await systemClock.sleep(50)
  let heard = ''
  await expect.poll(() => (heard += readable(reader)), { timeout: 5_000 }).toBe(lines.join(''))
  expect(sink.dropped()).toBe(0)
})

test('at the end, a reader that stays busy is waited for a second, and no longer', () => {
  const { writer } = pipe()
  const sink = createLineSink(writer, { isShared: false })
  for (let n = 0; n < 4_000; n += 1) sink.write(`${n} ${'x'.repeat(60)}\n`)
  const ms = timeOf(sink.flush)
  expect(ms).toBeGreaterThan(900)
  expect(ms).toBeLessThan(5_000)
  expect(sink.dropped()).toBeGreaterThan(0)
})

test('what waits is bounded', () => {
  const { writer } = pipe()
  const sink = createLineSink(writer, { isShared: false })
  for (let n = 0; n < 100; n += 1) sink.write(`${'x'.repeat(99_999)}\n`)
  expect(sink.dropped()).toBeGreaterThan(50)
})

/** Both ends of a pipe, of which neither waits. */
function pipe() {
  const path = join(folder(), 'pipe')
  execFileSync('mkfifo', [path])
  const reader = open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return { reader, writer: open(path, constants.O_WRONLY | constants.O_NONBLOCK) }
}

function readable(descriptor: number): string {
  const room = Buffer.alloc(1 << 20)
  try {
    return room.toString('utf8', 0, readSync(descriptor, room))
  } catch {
    return ''
  }
}

function timeOf(work: () => void): number {
  const since = systemClock.monotonicMs()
  work()
  return systemClock.monotonicMs() - since
}
