import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog, type LogFacts } from './log.ts'

test('a line carries the facts it was given, by name, as JSON', () => {
  const { log, lines } = listening()
  log.info('answered', { method: 'PUT', route: '/live', status: 201, ms: 1.5, merchant: 'M1' })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    msg: 'answered',
    method: 'PUT',
    route: '/live',
    status: 201,
    ms: 1.5,
    merchant: 'M1',
  })
})

test('what is not on the list never reaches a line, however it is passed', () => {
  const { log, lines } = listening()
  const careless = { method: 'PUT', body: '5123450000000008', card: { number: '5123450000000008' } }
  const facts: LogFacts = careless
  log.warn('odd', facts)
  expect(lines[0]).not.toContain('5123450000000008')
})

test('a fault is told by name, code and place, and its message without digits', () => {
  const { log, lines } = listening()
  const cause = Object.assign(new TypeError('bad value 100'), { detail: 'Key (number)=(5123450000000008)' })
  const fault = Object.assign(new Error('near 5123450000000008', { cause }), { code: '23505' })
  log.fault('failed', fault, { supportCode: 'ABC' })
  const line = JSON.parse(lines[0] ?? '')
  expect(line).toMatchObject({ level: 'error', supportCode: 'ABC', fault: { name: 'Error', code: '23505' } })
  expect(line.fault.cause).toMatchObject({ name: 'TypeError', message: 'bad value ###' })
  expect(line.fault.stack[0]).toContain('log.test.ts')
  expect(lines[0]).not.toContain('5123450000000008')
  expect(lines[0]).not.toContain('detail')
})

test('something thrown that is no Error is not quoted either', () => {
  const { log, lines } = listening()
  log.fault('failed', '5123450000000008')
  expect(lines[0]).not.toContain('5123450000000008')
})

test('on a terminal the same line is written for people', () => {
  const lines: string[] = []
  const log = createLog({
    level: 'info',
    pretty: true,
    destination: { write: line => void lines.push(line) },
  })
  log.info('listening', { port: 8080 })
  expect(lines.join('')).toContain('listening')
  expect(lines.join('')).toContain('port')
})

test('lines below the level are not written', () => {
  const { log, lines } = listening('warn')
  log.info('quiet')
  expect(lines).toEqual([])
})

test('a file is written in blocks, and at once when asked to flush', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tollgate-log-')), 'gateway.log')
  const log = createLog({ level: 'info', pretty: false, destination: file })
  const written = () => readFileSync(file, 'utf8')
  const flushed = () => {
    log.flush()
    return written()
  }
  log.info('one', { count: 1 })
  // It opens in its own time; until then there is nothing to flush to.
  await expect.poll(flushed).toContain('"msg":"one"')
  log.info('two')
  expect(written()).not.toContain('"msg":"two"')
  expect(flushed()).toContain('"msg":"two"')
  expect(log.dropped()).toBe(0)
})

test('a destination that takes nothing costs lines, never the process', async () => {
  const log = createLog({ level: 'info', pretty: false, destination: '/dev/full' })
  for (let line = 0; line < 100_000; line++) log.info('line', { count: line, reason: 'x'.repeat(40) })
  await expect.poll(log.dropped).toBeGreaterThan(0)
})

function listening(level: 'info' | 'warn' = 'info') {
  const lines: string[] = []
  const log = createLog({ level, pretty: false, destination: { write: line => void lines.push(line) } })
  return { log, lines }
}
