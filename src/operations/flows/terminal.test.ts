import { expect, test } from 'vitest'
import type { Content } from '../../contract/kit/normalise.ts'
import { answerWith, card, key, payment, scriptedRoad, target } from '../trial/scriptedRoad.ts'
import { told } from '../trial/trial.ts'

const emvRequest = '57115123450000000008D390120100000000009F2608A1B2C3D4E5F60718'
const posTerminal = { entryMode: '051', onlineReasonCode: 'FORCED_BY_ISSUER' }
const chip = { ...payment('10.00'), posTerminal, sourceOfFunds: { provided: { card: { emvRequest } } } }
const read = (reading: Content) => ({ sourceOfFunds: { provided: { card: reading } } })

async function paidByChip() {
  const world = scriptedRoad()
  world.answers.push(ask => ({ ...answerWith('approved', ask), emvResponse: '8A023030' }))
  const paid = await world.submit('pay', 'PAY', chip)
  return { world, paid }
}

test('the issuer hears the chip, the terminal hears the issuer, nothing of the card is written', async () => {
  const { world, paid } = await paidByChip()
  expect(world.asks[0]).toMatchObject({
    card: { number: card.number },
    presented: { emv: emvRequest, terminal: { entryMode: '051', onlineReasonCode: 'FORCED_BY_ISSUER' } },
  })
  const shown = { emvRequest: '9F2608A1B2C3D4E5F60718', emvResponse: '8A023030', number: '512345xxxxxx0008' }
  expect(paid).toMatchObject({ record: { sourceOfFunds: { provided: { card: shown } } } })
  const [kept] = (await world.journal.load(key))?.transactions ?? []
  expect(`${kept?.request} ${kept?.outcome}`).not.toMatch(/5123450000000008|D3901/)
})

test('a decline tells the chip, too', async () => {
  const world = scriptedRoad()
  world.answers.push(ask => ({ ...answerWith('declined', ask), emvResponse: '8A023035' }))
  expect(await world.submit('pay', 'PAY', chip)).toMatchObject({
    record: { result: 'FAILURE', sourceOfFunds: { provided: { card: { emvResponse: '8A023035' } } } },
  })
})

test('a chip transaction is voided with the reason why it went online', async () => {
  const { world } = await paidByChip()
  expect(await world.submit('void', 'VOID', target('pay'))).toMatchObject({
    field: 'posTerminal.onlineReasonCode',
    validationType: 'MISSING',
  })
  const reason = { posTerminal: { onlineReasonCode: 'FORCED_BY_MERCHANT' } }
  expect(told(await world.submit('void', 'VOID', { ...target('pay'), ...reason }))).toBe('SUCCESS APPROVED')
  expect(world.asks.at(-1)).toMatchObject({
    presented: { terminal: { entryMode: '051', onlineReasonCode: 'FORCED_BY_MERCHANT' } },
    original: { onlineReasonCode: 'FORCED_BY_ISSUER' },
  })
})

test('a reversal reminds of it by itself', async () => {
  const world = scriptedRoad()
  world.answers.push('silent')
  await world.submit('pay', 'PAY', chip)
  await world.recovery.settle()
  expect(world.asks.at(-1)).toMatchObject({
    verb: 'reverse',
    original: { onlineReasonCode: 'FORCED_BY_ISSUER' },
  })
})

test('whoever swipes another card at a void means another payment', async () => {
  const world = scriptedRoad()
  await world.submit('pay', 'PAY', payment('10.00'))
  const voided = (reading: Content) => world.submit('void', 'VOID', { ...target('pay'), ...read(reading) })
  expect(await voided({ track2: ';4508750015741019=3901?' })).toMatchObject({
    field: 'sourceOfFunds.provided.card.track2',
    validationType: 'INVALID',
  })
  expect(await voided({ emvRequest: '5A084508750015741019' })).toMatchObject({
    field: 'sourceOfFunds.provided.card.emvRequest',
  })
  const track2 = ';5123450000000008=39011010000000000?'
  expect(told(await voided({ track2 }))).toBe('SUCCESS APPROVED')
  expect(world.asks.at(-1)).toMatchObject({ verb: 'void', presented: { track2 } })
})
