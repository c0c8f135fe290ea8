import { expect, test } from 'vitest'
import { ask, isoBench, paymentAsk } from '../../../../test/support/acquirers/isoBench.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'

/** The last digits of one amount and the first of the next group look like the number of some card. */
const alikeByChance = '2001978C0000372624902002978C000082186676'
const balance = { funds: { amount: 82_186_676n, currency: 'EUR' } }
const withCardData = 'field 54 of an answer holds card data'

async function answered(amounts: string) {
  const bench = isoBench(iso1987Ascii)
  bench.script(() => ({ 38: 'ABC123', 39: '00', 54: amounts }))
  const { answer } = await ask(bench, paymentAsk())
  return { answer, logged: bench.logged.join() }
}

test('balances that look like a card number by chance are told all the same', async () => {
  const { answer, logged } = await answered(alikeByChance)
  expect(answer).toMatchObject({ outcome: 'approved', availableBalance: balance })
  expect(logged).not.toContain(withCardData)
})

test('so are those of a late answer, when the card is not known any more', async () => {
  const bench = isoBench(iso1987Ascii)
  bench.script(() => ({ state: 'silent' }))
  await ask(bench, paymentAsk())
  const late = { 38: 'ABC123', 39: '00', 54: alikeByChance }
  bench.options[0]?.onLate?.(bench.answerTo(bench.lastSent(), late))
  expect(bench.late[0]?.answer).toMatchObject({ outcome: 'approved', availableBalance: balance })
  expect(bench.logged.join()).not.toContain(withCardData)
})

test('the asked card is found in balances, too', async () => {
  const { answer, logged } = await answered('2001978C5123450000002002978C000000010000')
  expect(answer).not.toHaveProperty('availableBalance')
  expect(logged).toContain(withCardData)
})

test('what does not read as balances is searched for any card', async () => {
  const { answer, logged } = await answered('2001978C0000x4508750015741019xandmoreof')
  expect(answer).not.toHaveProperty('availableBalance')
  expect(logged).toContain(withCardData)
})
