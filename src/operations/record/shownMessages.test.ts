import { expect, test } from 'vitest'
import {
  answerWith,
  key,
  payment,
  scriptedPipeline,
} from '../../../test/support/operations/scriptedPipeline.ts'
import type { ExchangedMessage } from '../../acquirers/port.ts'
import { readMessages, shownRoute, storedMessages } from './shownMessages.ts'

const sent = { link: 'one', direction: 'sent', type: '0100', fields: '3 000000\n48.61 1' } as const
const received = { link: 'one', direction: 'received', type: '0110', fields: '39 00\n43 Shop  DE' } as const
const shownSent = { ...sent, fields: { '3': '000000', '48.61': '1' } }
const shownReceived = { ...received, fields: { '39': '00', '43': 'Shop  DE' } }

test('explain shows the link that was chosen, why no other, and every message both ways', async () => {
  const route = { link: 'one', because: 'route 2 wants it', others: [{ link: 'two', why: 'breaker open' }] }
  const world = scriptedPipeline({ assign: () => ({ link: 'one', trace: 't', route }) })
  world.answers.push(() => ({ outcome: 'silent', messages: [sent] }))
  await world.submit('1', 'PAY', payment('10.00'))
  world.answers.push(ask => ({ ...answerWith('approved', ask), messages: [sent, received] }))
  await world.recovery.settle()
  expect(await world.gateway.explain(key, '1')).toMatchObject({
    steps: expect.arrayContaining([
      expect.objectContaining({ step: 'LINK_CHOSEN', ...route }),
      expect.objectContaining({ step: 'ACQUIRER_ASKED', messages: [shownSent] }),
      expect.objectContaining({ step: 'REVERSAL_ATTEMPTED', messages: [shownSent, shownReceived] }),
    ]),
  })
})

test('nothing of it is in an answer', async () => {
  const world = scriptedPipeline()
  world.answers.push(ask => ({ ...answerWith('approved', ask), messages: [sent, received] }))
  const answer = JSON.stringify([
    await world.submit('1', 'PAY', payment('10.00')),
    await world.gateway.retrieveTransaction(key, '1'),
  ])
  expect(answer).not.toMatch(/messages|0110|48\.61/)
})

test('what an answer repeats of its question is shown with it', () => {
  const answer = { ...received, fields: '= 3 48\n39 00' }
  const fields = { '3': '000000', '39': '00', '48.61': '1' }
  expect(readMessages([sent, answer])).toEqual([shownSent, { ...received, fields }])
  const unknown = { '3': '(as sent)', '39': '00', '48': '(as sent)' }
  expect(readMessages([answer])).toEqual([{ ...received, fields: unknown }])
})

test('messages that were stored as objects are shown as they are', () => {
  expect(readMessages([shownSent, received])).toEqual([shownSent, shownReceived])
  expect(readMessages([{ ...sent, fields: '' }])).toEqual([{ ...sent, fields: {} }])
})

test('what is stored of messages has a bound, whatever an adapter shows', () => {
  const fields = Array.from({ length: 500 }, (_, n) => `${n} ${'x'.repeat(1_000)}`).join('\n')
  const long: ExchangedMessage = { ...sent, fields }
  const stored = storedMessages({ outcome: 'silent', messages: Array<ExchangedMessage>(50).fill(long) })
  expect(stored.messages).toHaveLength(4)
  expect(JSON.stringify(stored).length).toBeLessThan(16_000)
  expect(stored.messages?.[0]?.fields.split('\n')[0]).toBe(`0 ${'x'.repeat(117)}…`)
  expect(storedMessages({ outcome: 'silent' })).toEqual({})
  const others = Array.from({ length: 99 }, (_, n) => ({ link: `l${n}`, why: 'no' }))
  expect(shownRoute({ because: 'b', others }).others).toHaveLength(16)
})
