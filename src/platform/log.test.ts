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

function listening(level: 'info' | 'warn' = 'info') {
  const lines: string[] = []
  const log = createLog({ level, pretty: false, destination: { write: line => void lines.push(line) } })
  return { log, lines }
}
