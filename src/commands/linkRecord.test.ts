import { expect, test } from 'vitest'
import { linkEventKinds } from '../acquirers/iso8583/link/linkStatus.ts'
import type { StoredLinkEvent } from '../acquirers/routing/linkRecords.ts'
import { createProgram } from '../composition/program.ts'
import { isRejection } from '../orders/rejection.ts'
import { type CommandContext, emptyCommandContext, type OperatorRecords } from './context.ts'
import type { CommandResult } from './output.ts'
import { plainPaint } from './terminal.ts'

const atMs = Date.parse('2026-11-15T10:00:00.500Z')
const event = (what: string, content: object = {}): StoredLinkEvent => ({
  ...{ link: 'first-bank', what, atMs, nodeId: 'node-1', content: JSON.stringify(content) },
})

/** What `link trace` prints; the events are given as the store gives them, the newest first. */
async function trace(found: { events?: readonly StoredLinkEvent[]; steps?: readonly object[] }, line = '') {
  const shown: CommandResult[] = []
  const wanted: unknown[] = []
  const records: Partial<Record<keyof OperatorRecords, unknown>> = {
    links: {
      events: async (asked: unknown) => {
        wanted.push(asked)
        return found.events ?? []
      },
    },
    explain: async (asked: unknown) => {
      wanted.push(asked)
      return { steps: found.steps ?? [] }
    },
  }
  const context: CommandContext = {
    ...emptyCommandContext,
    records: async () => Object.assign(Object.create(null), records),
    show(result) {
      if (!isRejection(result)) shown.push(result)
    },
  }
  const words = ['link', 'trace', ...line.split(' ').filter(Boolean)]
  await createProgram(context, '1').parseAsync(words, { from: 'user' })
  const lines = shown.flatMap(({ text }) => text(plainPaint))
  return { text: lines.join('\n'), json: shown[0]?.json, wanted }
}

test('events are told the oldest first, each in words', async () => {
  const { text, wanted } = await trace(
    {
      events: [
        event('lost', { address: 'bank.example:8583', detail: 'ECONNRESET' }),
        event('connected', { address: 'bank.example:8583' }),
      ],
    },
    '--link first-bank --limit 5',
  )
  expect(wanted).toEqual([{ link: 'first-bank', limit: 5 }])
  expect(text).toBe(
    '2026-11-15 10:00:00  first-bank  connected  a connection can be used, bank.example:8583\n' +
      '2026-11-15 10:00:00  first-bank  lost  a connection was lost, ECONNRESET, bank.example:8583',
  )
})

test('the message of an event is shown with the names of its fields', async () => {
  const fields = { '39': '00', '4': '000000001000', '48.92': '(3 characters)', '11': '000007' }
  const message = { link: 'first-bank', direction: 'received', type: '0110', fields }
  const { text } = await trace({ events: [event('late', { message })] })
  expect(text.split('\n')).toEqual([
    '2026-11-15 10:00:00  first-bank  late  an answer after its deadline',
    '  received 0110 over first-bank: answer to authorization request',
    '       4  amount         000000001000',
    '      11  trace number   000007',
    '      39  response code  00',
    '   48.92                 (3 characters)',
  ])
})

test('every kind of event has words; one of a newer release is shown by its name', async () => {
  for (const kind of linkEventKinds)
    expect((await trace({ events: [event(kind)] })).text).toMatch(new RegExp(`  ${kind}  [a-z][a-z ]{5,}`))
  const { text } = await trace({ events: [event('melted\x1b[2J', { detail: '\x1b[31m' })] })
  expect(text).toBe('2026-11-15 10:00:00  first-bank  melted?[2J  ?[31m')
})

test('the messages of a transaction are shown in order, each with its time', async () => {
  const time = '2026-11-15T10:00:00.928Z'
  const message = (direction: string, type: string, fields = {}) => ({
    ...{ link: 'first-bank', direction, type, fields },
  })
  const steps = [
    { step: 'RECEIVED', time },
    { step: 'ACQUIRER_ASKED', time, messages: [message('sent', '1100', { '12': '261115100000' })] },
    { step: 'REVERSAL_ATTEMPTED', time, messages: [message('sent', '1421'), message('received', '1430')] },
  ]
  const { text, wanted } = await trace({ steps }, 'order-1 1 --merchant SHOP')
  expect(wanted).toEqual([{ merchantId: 'SHOP', orderId: 'order-1', transactionId: '1' }])
  expect(text.split('\n')).toEqual([
    '2026-11-15 10:00:00.928  sent 1100 over first-bank: authorization request',
    '      12  local date and time  261115100000',
    '2026-11-15 10:00:00.928  sent 1421 over first-bank: reversal advice, repeated',
    '2026-11-15 10:00:00.928  received 1430 over first-bank: answer to reversal advice',
  ])
})

test('where nothing is recorded, it says so; and an order without a transaction is asked back', async () => {
  expect((await trace({})).text).toContain('Nothing is recorded')
  expect((await trace({}, 'order-1 1 --merchant SHOP')).text).toBe('No message is recorded of it.')
  await expect(trace({}, 'order-1')).rejects.toThrow('Say which transaction of the order.')
  await expect(trace({}, 'order-1 1')).rejects.toThrow('--merchant')
})
