import { expect, test } from 'vitest'
import {
  answerWith,
  key,
  payment,
  scriptedPipeline,
} from '../../../test/support/operations/scriptedPipeline.ts'
import type { ShownMessage } from '../../acquirers/port.ts'
import { shownMessages, shownRoute } from './shownMessages.ts'

const sent = {
  link: 'one',
  direction: 'sent',
  type: '0100',
  fields: { '3': '000000', '48.61': '1' },
} as const
const received = { link: 'one', direction: 'received', type: '0110', fields: { '39': '00' } } as const

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
      expect.objectContaining({ step: 'ACQUIRER_ASKED', messages: [sent] }),
      expect.objectContaining({ step: 'REVERSAL_ATTEMPTED', messages: [sent, received] }),
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

test('what is stored of messages has a bound, whatever an adapter shows', () => {
  const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [String(n), 'x'.repeat(1_000)]))
  const long: ShownMessage = { ...sent, fields }
  const shown = shownMessages({ outcome: 'silent', messages: Array<ShownMessage>(50).fill(long) })
  expect(shown.messages).toHaveLength(4)
  expect(JSON.stringify(shown).length).toBeLessThan(16_000)
  expect(shown.messages?.[0]?.fields['0']).toBe(`${'x'.repeat(119)}…`)
  expect(shownMessages({ outcome: 'silent' })).toEqual({})
  const others = Array.from({ length: 99 }, (_, n) => ({ link: `l${n}`, why: 'no' }))
  expect(shownRoute({ because: 'b', others }).others).toHaveLength(16)
})
