import { expect, test } from 'vitest'
import type { PayerAdministration } from '../administration/payers.ts'
import { createProgram } from '../composition/program.ts'
import { isRejection, type Rejection } from '../orders/rejection.ts'
import { emptyCommandContext, type OperatorRecords } from './context.ts'
import { plainPaint } from './terminal.ts'

const order = { orderId: 'o-1', createdAtMs: 0, status: 'CAPTURED', currency: 'EUR', amount: 1_250n }

/** What the command asked for, and what it showed. */
async function run(...line: readonly string[]) {
  const asked: unknown[] = []
  let shown = ''
  let refusal: Rejection | undefined
  const payers: PayerAdministration = {
    async find(...wanted) {
      asked.push(wanted)
      return { orders: [order, { ...order, orderId: 'o-2', obstacle: 'OWED' }], next: '1.2' }
    },
    async erase(...wanted) {
      asked.push(wanted)
      if (wanted[2] === undefined)
        return { erased: ['o-1'], left: [], cards: 2, calls: 0, filters: 0, next: 'calls' }
      return { erased: [], left: [{ orderId: 'o-2', why: 'OWED' }], cards: 0, calls: 3, filters: 0 }
    },
    erasureOf: async () => ({}),
  }
  const context = {
    ...emptyCommandContext,
    records: async () => ({ administration: { payers } }) as unknown as OperatorRecords,
    show(result: Parameters<typeof emptyCommandContext.show>[0]) {
      if (isRejection(result)) refusal = result
      else shown = result.text(plainPaint).join('\n')
    },
  }
  await createProgram(context, '1').parseAsync(['payers', ...line], { from: 'user' })
  return { asked, shown, refusal }
}

test('what an erasure would change is listed, with what is in the way', async () => {
  const { asked, shown } = await run('find', 'SHOP', '--email', 'ada@example.com')
  expect(asked).toEqual([['SHOP', { email: 'ada@example.com' }, { limit: 200 }]])
  expect(shown).toMatch(/o-1 .*CAPTURED .*12\.50 EUR .*can be erased/)
  expect(shown).toMatch(/o-2 .*not now: something is owed to an acquirer/)
  expect(shown).toContain('--after 1.2')
})

test('an erasure goes on part by part, and tells what was left', async () => {
  const { asked, shown } = await run('erase', 'SHOP', '--order', 'o-1', '--yes')
  expect(asked).toEqual([
    ['SHOP', { orderId: 'o-1' }, undefined],
    ['SHOP', { orderId: 'o-1' }, 'calls'],
  ])
  expect(shown).toContain('Erased the personal data of 1 order.\nRemoved 2 saved cards.\n')
  expect(shown).toMatch(/ 3 of the request log\.\nLeft o-2: not now/)
})

test('a payer is named by the reference of the merchant, too', async () => {
  const { asked } = await run('erase', 'SHOP', '--payer', 'customer-17', '--yes')
  expect(asked[0]).toEqual(['SHOP', { reference: 'customer-17' }, undefined])
})

test('where nobody can be asked, nothing is done', async () => {
  await expect(run('erase', 'SHOP', '--order', 'o-1')).rejects.toThrow('say --yes')
})
