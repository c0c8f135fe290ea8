import { expect, test } from 'vitest'
import {
  answerWith,
  card,
  key,
  moved,
  payment,
  scriptedPipeline,
  target,
} from '../../../test/support/operations/scriptedPipeline.ts'
import { told } from '../../../test/support/operations/transactionScenarios.ts'
import type { Content } from '../../contract/kit/content.ts'
import { luhnDigit } from '../../standards/cardNumber.ts'
import { noReferenceSources, type ReferenceSources } from '../requests/sources.ts'

const emvRequest = '57115123450000000008D390120100000000009F2608A1B2C3D4E5F60718'
const posTerminal = { entryMode: '051', onlineReasonCode: 'FORCED_BY_ISSUER' }
const chip = { ...payment('10.00'), posTerminal, sourceOfFunds: { provided: { card: { emvRequest } } } }
const read = (reading: Content) => ({ sourceOfFunds: { provided: { card: reading } } })

async function paidByChip() {
  const world = scriptedPipeline()
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
  const world = scriptedPipeline()
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
  const world = scriptedPipeline()
  world.answers.push('silent')
  await world.submit('pay', 'PAY', chip)
  await world.recovery.settle()
  expect(world.asks.at(-1)).toMatchObject({
    verb: 'reverse',
    original: { onlineReasonCode: 'FORCED_BY_ISSUER' },
  })
})

test('whoever swipes another card at a void means another payment', async () => {
  const world = scriptedPipeline()
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

/** A payload is what it holds. */
const sources: ReferenceSources = {
  ...noReferenceSources,
  opened: async (owner, sealed, purpose) =>
    sealed.keySerialNumber.startsWith('FFFF')
      ? { reading: JSON.parse(Buffer.from(sealed.payload, 'hex').toString()) }
      : await noReferenceSources.opened(owner, sealed, purpose),
}
const p2pe = (reading: object, keySerialNumber = 'FFFF9876543210E00001') => ({
  p2pe: { keySerialNumber, payload: Buffer.from(JSON.stringify(reading)).toString('hex') },
})
const other = { number: '4508750015741019', expiry: { month: '1', year: '39' } }

test.each(['VOID', 'CAPTURE'])(
  '%s is of the card that paid, also where the terminal seals it',
  async name => {
    const world = scriptedPipeline({ sources })
    await world.submit('first', 'AUTHORIZE', payment('10.00'))
    const body = { VOID: target('first'), CAPTURE: moved('10.00') }[name]
    const followed = (reading: Content) => world.submit('then', name, { ...body, ...read(reading) })
    const refusal = { field: 'sourceOfFunds.provided.card.p2pe.payload', validationType: 'INVALID' }
    expect(await followed(p2pe(other))).toMatchObject(refusal)
    const track2 = `;${card.number}=39011010000000000?`
    expect(await followed({ ...p2pe(other), track2 })).toMatchObject(refusal)
    expect(await followed({ ...p2pe(card), emvRequest: `5A08${other.number}` })).toMatchObject(refusal)
    expect(await followed(p2pe(card, 'AAAA9876543210E00001'))).toMatchObject({
      field: 'sourceOfFunds.provided.card.p2pe.keySerialNumber',
    })
    expect(await followed({ track2: `;${other.number}=39011010000000000?` })).toMatchObject({
      field: 'sourceOfFunds.provided.card.track2',
    })
    expect(told(await followed(p2pe(card)))).toBe('SUCCESS APPROVED')
  },
)

test('a capture names no card, and shows that of the authorization', async () => {
  const world = scriptedPipeline()
  await world.submit('first', 'AUTHORIZE', payment('10.00'))
  const captured = (reading: Content) =>
    world.submit('then', 'CAPTURE', { ...moved('10.00'), ...read(reading) })
  const emvRequest = '9F0206000000001000'
  expect(await captured({ ...other, emvRequest })).toMatchObject({
    field: 'sourceOfFunds',
    validationType: 'UNSUPPORTED',
  })
  expect(await captured({ expiry: { month: '2', year: '40' }, nameOnCard: 'B', emvRequest })).toMatchObject({
    record: { sourceOfFunds: { provided: { card: { expiry: card.expiry, emvRequest } } } },
  })
})

test('a number that only its own order knows is found in the tags of what follows', async () => {
  const number = `999999999999999${luhnDigit('999999999999999')}`
  const world = scriptedPipeline()
  const paid = { ...payment('10.00'), sourceOfFunds: { provided: { card: { ...card, number } } } }
  await world.submit('pay', 'PAY', paid)
  const emvRequest = `9A032501019F7C0901${number}`
  const voided = await world.submit('void', 'VOID', { ...target('pay'), ...read({ emvRequest }) })
  expect(voided).toMatchObject({
    record: { sourceOfFunds: { provided: { card: { emvRequest: '9A03250101' } } } },
  })
  const [, kept] = (await world.journal.load(key))?.transactions ?? []
  expect(kept?.request).not.toContain(number)
})
