import { expect, test } from 'vitest'
import { ask, isoBench, paymentAsk } from '../../../test/support/acquirers/isoBench.ts'
import { createLog } from '../../platform/log.ts'
import { iso1987Ascii } from '../iso8583/dialects/shipped/iso1987Ascii.ts'
import type { AcquirerAnswer } from '../port.ts'
import { sendTelling, tellEvent } from './messageLog.ts'

function logAt(level: 'debug' | 'info') {
  const lines: string[] = []
  return { lines, log: createLog({ level, pretty: false, destination: { write: line => lines.push(line) } }) }
}

async function answered(): Promise<AcquirerAnswer> {
  const bench = isoBench(iso1987Ascii)
  bench.script(() => ({ 38: 'ABC123', 39: '00' }))
  return (await ask(bench, paymentAsk({ card: { number: '5123450000000008' } }))).answer
}

test('at debug, both messages of a payment are in the log, without card data', async () => {
  const { lines, log } = logAt('debug')
  const answer = await answered()
  const send = sendTelling(async () => answer, log.debug)
  expect(await send(paymentAsk(), new AbortController().signal)).toBe(answer)
  const told = lines.map((line): unknown => JSON.parse(line))
  expect(told).toMatchObject([
    { level: 'debug', msg: 'message', name: 'first', direction: 'sent', messageType: '0100' },
    { level: 'debug', msg: 'message', name: 'first', direction: 'received', messageType: '0110' },
  ])
  expect(told[0]).toMatchObject({ fields: expect.stringMatching(/^2 512345xxxxxx0008\n3 000000\n/) })
  expect(lines.join()).not.toContain('5123450000000008')
})

test('and so is a message that nobody asked for; a connection that came or went is none', () => {
  const { lines, log } = logAt('debug')
  const message = { link: 'first', direction: 'received', type: '0110', fields: { 39: '00' } } as const
  tellEvent({ link: 'first', what: 'unmatched', message }, log.debug)
  tellEvent({ link: 'first', what: 'lost' }, log.debug)
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { name: 'first', reason: 'unmatched', messageType: '0110', fields: '39 00' },
  ])
})

test('otherwise nothing is told, and nothing stands between', async () => {
  const { log } = logAt('info')
  const send = async () => answered()
  expect(sendTelling(send, log.debug)).toBe(send)
})
