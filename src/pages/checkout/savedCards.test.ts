import { expect, test } from 'vitest'
import { notEnrolled } from '../../../test/support/checkout/issuerAnswers.ts'
import { otherCard, testCheckout } from '../../../test/support/checkout/testCheckout.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { isRejection } from '../../orders/rejection.ts'
import { savedCardsMax } from '../../vault/port.ts'

const owner = { cell: 0, merchantId: 'M' }
const kept = { kind: 'CARD', number: '5123450000000008', expiry: { month: 1, year: 39 } } as const
const payerNamed = (value: string, more: object = {}) => ({
  others: { customer: { identification: { type: 'CUSTOMER_IDENTIFICATION', value } }, ...more },
})
const known = payerNamed('payer-1')

function savingCheckout(savedCardsAtCheckout: 'OFF' | 'WITH_CODE' | 'WITHOUT_CODE' = 'WITH_CODE') {
  const checkout = testCheckout({ profile: { ...ordinaryProfile, savedCardsAtCheckout } })
  checkout.others.authentications.push(notEnrolled, notEnrolled, notEnrolled)
  const saved = async (payer = 'payer-1') => await checkout.savedCards.of(owner, payer)
  return { ...checkout, saved }
}

type Payer = Awaited<ReturnType<ReturnType<typeof testCheckout>['open']>>
const markup = async (payer: Payer): Promise<string> => String(Object(await payer.page()).body)
const idsIn = (page: string): readonly string[] =>
  [...page.matchAll(/name="saved-card" autocomplete="off"\s+value="([0-9a-f]+)"/g)].map(([, id = '']) => id)

test('a card is saved when the payer has ticked the box and the payment has succeeded', async () => {
  const checkout = savingCheckout()
  const payer = await checkout.open({}, known)
  const page = await markup(payer)
  expect(page).toContain('id="save-card"')
  expect(page).not.toMatch(/id="save-card"[^>]*checked/)
  const done = await payer.pay({ save: true })
  expect(done).toMatchObject({ step: 'done', isCardSaved: true })
  expect(await checkout.saved()).toMatchObject([{ card: { ...kept, nameOnCard: 'A Payer' } }])
  const values = (await payer.held())?.contents.values
  // The session has the token in the place of the card, and the payer's way back has its version.
  expect(values?.sourceOfFunds).toEqual({ type: 'CARD', token: 'T0008' })
  expect(done.sessionVersion).toBe((await payer.held())?.stored.version)
  expect(checkout.asks).toHaveLength(1)
  // Said again to whoever asks again.
  expect(await payer.act('state')).toMatchObject({ step: 'done', isCardSaved: true })
  expect(savedNotes(await markup(payer))).toEqual(['', ''])
  expect(savedNotes(page)).toEqual([' hidden', ' hidden'])
})

/** Of both panels that may say that the card was saved: whether they are hidden. */
const savedNotes = (page: string) =>
  [...page.matchAll(/<p class="card-saved"( hidden)?>Your card was saved/g)].map(([, hidden = '']) => hidden)

test('the mark of its network is beside a saved card', async () => {
  const brandFiles = {
    ...{ marksFor: () => ({ NETWORK_B: '/brand/1.svg' }), routes: [] },
    fontNamed: () => undefined,
  }
  const profile = { ...ordinaryProfile, savedCardsAtCheckout: 'WITH_CODE' } as const
  const checkout = testCheckout({ profile, brandFiles })
  await checkout.savedCards.save(owner, 'payer-1', { card: kept, orderId: 'O1' })
  const unmarked = { ...kept, number: '4508750015741019' }
  await checkout.savedCards.save(owner, 'payer-1', { card: unmarked, orderId: 'O2' })
  const page = await markup(await checkout.open({}, known))
  const [, lines = ''] = /id="saved-cards"(.*?)<\/fieldset>/s.exec(page) ?? []
  expect(lines).toMatch(
    /<img class="mark" src="\/brand\/1.svg" alt=""[^<]*<span><bdi class="digits">[^<]*0008/,
  )
  expect(lines).toMatch(/<\/svg><span><bdi class="digits">[^<]*1019/)
  expect(lines.match(/<img/g)).toHaveLength(1)
})

test.each([
  ['without the tick', {}, known, 'WITH_CODE'],
  ['with a tick that is none', { save: 'true' }, known, 'WITH_CODE'],
  ['without a reference of the payer', { save: true }, {}, 'WITH_CODE'],
  [
    'with a reference of another kind',
    { save: true },
    { others: { customer: { identification: { type: 'PASSPORT', value: 'payer-1' } } } },
    'WITH_CODE',
  ],
  ['where the profile has it off', { save: true }, known, 'OFF'],
  [
    'with an agreement of the merchant',
    { save: true },
    payerNamed('payer-1', { agreement: { id: 'A', type: 'UNSCHEDULED' } }),
    'WITH_CODE',
  ],
  [
    'where only the merchant says that it is stored',
    {},
    payerNamed('payer-1', { sourceOfFunds: { provided: { card: { storedOnFile: 'TO_BE_STORED' } } } }),
    'WITH_CODE',
  ],
] as const)('no card is saved %s', async (_, given, opening, setting) => {
  const checkout = savingCheckout(setting)
  const payer = await checkout.open({}, opening)
  const done = await payer.pay(given)
  expect(done).toMatchObject({ step: 'done' })
  expect(done).not.toHaveProperty('isCardSaved')
  expect(await checkout.saved()).toEqual([])
})

test('a payment that was declined saves nothing, and the next one saves its own card', async () => {
  const checkout = savingCheckout()
  const payer = await checkout.open({}, known)
  checkout.answers.push('declined')
  expect(await payer.pay({ save: true })).toMatchObject({ step: 'form', error: { reason: 'declined' } })
  expect(await checkout.saved()).toEqual([])
  expect(await payer.pay({ card: otherCard, save: true, attemptsLeft: 4 })).toMatchObject({ step: 'done' })
  expect((await checkout.saved()).map(({ token }) => token)).toEqual(['T1019'])
})

test('a card that the payer removes does not come back with a page of before', async () => {
  const checkout = savingCheckout()
  const payer = await checkout.open({}, known)
  await payer.pay({ save: true })
  await checkout.savedCards.remove(owner, 'payer-1', 'T0008')
  expect(await payer.act('state')).toMatchObject({ step: 'done' })
  expect(await checkout.saved()).toEqual([])
})

test('a payment is told as made although its card could not be saved', async () => {
  const checkout = savingCheckout()
  const payer = await checkout.open({}, known)
  checkout.savedCards.save = () => Promise.reject(new Error('no database'))
  const done = await payer.pay({ save: true })
  expect(done).toMatchObject({ step: 'done' })
  expect(done).not.toHaveProperty('isCardSaved')
  expect(await checkout.saved()).toEqual([])
})

test('a returning payer sees the own cards by their last digits, and no token', async () => {
  const checkout = savingCheckout()
  await checkout.savedCards.save(owner, 'payer-1', { card: kept, orderId: 'O1' })
  const past = { ...kept, number: '4508750015741019', expiry: { month: 1, year: 20 } }
  await checkout.savedCards.save(owner, 'payer-1', { card: past, orderId: 'O2' })
  const page = await markup(await checkout.open({}, known))
  expect(page).toContain('Card •••• 0008')
  expect(page).toContain('Expires \u206601/39\u2069')
  const [, lines = ''] = /id="saved-cards"(.*?)<\/fieldset>/s.exec(page) ?? []
  expect(lines).toMatch(/disabled>.*1019.*This card has expired\./s)
  expect(page).not.toMatch(/T0008|512345|5123450000000008/)
  expect(idsIn(page)).toHaveLength(2)
  for (const other of [payerNamed('payer-2'), {}])
    expect(await markup(await checkout.open({}, other))).not.toContain('•••• 0008')
})

test('a card of last month is good as long as it is still that month anywhere', async () => {
  const checkout = savingCheckout()
  const card = { ...kept, expiry: { month: 11, year: 26 } }
  await checkout.savedCards.save(owner, 'payer-1', { card, orderId: 'O1' })
  const payer = await checkout.open({}, known)
  const shownAt = async (time: string) => {
    checkout.journal.nowMs = Date.parse(time)
    const page = await markup(payer)
    const [, lines = ''] = /id="saved-cards"(.*?)<\/fieldset>/s.exec(page) ?? []
    return [/"month":"([^"]*)"/.exec(page)?.[1], lines.includes('This card has expired.')]
  }
  expect(await shownAt('2026-12-01T11:59:59.999Z')).toEqual(['2026-11', false])
  expect(await shownAt('2026-12-01T12:00:00.000Z')).toEqual(['2026-12', true])
})

test('a saved card is paid with by its token, as stored, with its security code', async () => {
  const checkout = savingCheckout()
  await checkout.savedCards.save(owner, 'payer-1', { card: kept, orderId: 'O1' })
  const payer = await checkout.open({}, known)
  const [savedCard] = idsIn(await markup(payer))
  expect(await payer.pay({ card: {}, savedCard })).toEqual({
    step: 'form',
    error: { reason: 'invalid', field: 'securityCode' },
    attemptsLeft: 5,
  })
  const done = await payer.pay({ card: { securityCode: '100' }, savedCard })
  expect(done).toMatchObject({ step: 'done' })
  expect(done).not.toHaveProperty('isCardSaved')
  expect(checkout.asks).toMatchObject([
    { card: { number: kept.number, expiry: kept.expiry, securityCode: '100' } },
  ])
  const order = await checkout.gateway.retrieveOrder({ ...owner, orderId: 'O' })
  expect(isRejection(order) ? undefined : order.transaction?.at(-1)?.sourceOfFunds).toMatchObject({
    token: 'T0008',
    provided: { card: { storedOnFile: 'STORED' } },
  })
})

test('where the profile wants no security code, none is sent', async () => {
  const checkout = savingCheckout('WITHOUT_CODE')
  await checkout.savedCards.save(owner, 'payer-1', { card: kept, orderId: 'O1' })
  const payer = await checkout.open({}, known)
  const [savedCard] = idsIn(await markup(payer))
  expect(await payer.pay({ card: { securityCode: '100' }, savedCard })).toMatchObject({ step: 'done' })
  expect(checkout.asks[0]).not.toHaveProperty('card.securityCode')
})

test('a card that is gone, expired, or somebody else’s is not paid with', async () => {
  const checkout = savingCheckout()
  const save = (payer: string, given: object = {}) =>
    checkout.savedCards.save(owner, payer, { card: { ...kept, ...given }, orderId: 'O1' })
  await save('payer-2')
  const others = idsIn(await markup(await checkout.open({}, payerNamed('payer-2'))))
  await save('payer-1', { number: '4508750015741019', expiry: { month: 1, year: 20 } })
  const payer = await checkout.open({}, known)
  const [expired] = idsIn(await markup(payer))
  const code = { securityCode: '100' }
  const refused = (reason: string) => ({ step: 'form', error: { reason }, attemptsLeft: 5 })
  expect(await payer.pay({ card: code, savedCard: expired })).toEqual(refused('expiredCard'))
  expect(await payer.pay({ card: code, savedCard: others[0] })).toEqual(refused('savedCardGone'))
  await checkout.savedCards.remove(owner, 'payer-1', 'T1019')
  expect(await payer.pay({ card: code, savedCard: expired })).toEqual(refused('savedCardGone'))
  expect(checkout.others.asks).toEqual([])
})

test('a card that is deleted while the bank is asked about the payer is told as gone', async () => {
  const checkout = savingCheckout()
  await checkout.savedCards.save(owner, 'payer-1', { card: kept, orderId: 'O1' })
  const payer = await checkout.open({}, known)
  const [savedCard] = idsIn(await markup(payer))
  checkout.before.set('PAY', () => checkout.savedCards.remove(owner, 'payer-1', 'T0008'))
  expect(await payer.pay({ card: { securityCode: '100' }, savedCard })).toMatchObject({
    step: 'form',
    error: { reason: 'savedCardGone' },
  })
  expect(await payer.pay({ card: otherCard, attemptsLeft: 4 })).toMatchObject({ step: 'done' })
  // Of the card that was gone nothing is left.
  expect(checkout.asks).toMatchObject([{ card: { number: '4508750015741019' } }])
  const order = await checkout.gateway.retrieveOrder({ ...owner, orderId: 'O' })
  expect(JSON.stringify(isRejection(order) || order.transaction?.slice(1))).not.toContain('T0008')
})

test('a payer removes the own cards only', async () => {
  const checkout = savingCheckout()
  for (const payer of ['payer-1', 'payer-2'])
    await checkout.savedCards.save(owner, payer, { card: kept, orderId: 'O1' })
  const payer = await checkout.open({}, known)
  const [savedCard] = idsIn(await markup(payer))
  expect(await payer.act('remove', { savedCard: 'x' })).toEqual({ step: 'form', attemptsLeft: 5 })
  expect(await checkout.saved()).toHaveLength(1)
  for (let twice = 0; twice < 2; twice++)
    expect(await payer.act('remove', { savedCard })).toEqual({ step: 'form', attemptsLeft: 5 })
  expect(await checkout.saved()).toEqual([])
  expect(await checkout.saved('payer-2')).toHaveLength(1)
})

test('who has saved as many cards as there may be is told so, and saves no more', async () => {
  const checkout = savingCheckout()
  for (let number = 0; number < savedCardsMax; number++) {
    const more = { ...kept, number: `512345000000${String(number).padStart(4, '0')}` }
    await checkout.savedCards.save(owner, 'payer-1', { card: more, orderId: 'O1' })
  }
  const payer = await checkout.open({}, known)
  const page = await markup(payer)
  expect(page).not.toContain('id="save-card"')
  expect(page).toContain(`You have saved ${savedCardsMax} cards`)
  expect(await payer.pay({ card: otherCard, save: true })).toMatchObject({ step: 'done' })
  expect(await checkout.saved()).toHaveLength(savedCardsMax)
})
