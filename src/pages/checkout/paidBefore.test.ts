import { expect, test } from 'vitest'
import {
  challenge,
  charges,
  enrolled,
  judged,
  notEnrolled,
  settleChallenge,
} from '../../../test/support/checkout/issuerAnswers.ts'
import { testCheckout } from '../../../test/support/checkout/testCheckout.ts'
import { moved, payment, target } from '../../../test/support/operations/scriptedPipeline.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import type { OfferedWallet } from '../../wallets/port.ts'

const approved = { step: 'done', resultIndicator: expect.any(String) }
const paidBefore = { step: 'paidBefore', address: expect.stringContaining('https://shop.example/back?') }

/** An order, and two pages for it that the shop has opened: for two tabs of the payer, or for two payers. */
async function twoPages() {
  const checkout = testCheckout()
  const [first, second] = [await checkout.open(), await checkout.open()]
  return { checkout, first, second }
}

type ToldPages = Pick<Awaited<ReturnType<typeof twoPages>>, 'checkout' | 'second'>

/** Whatever is asked of the page, it goes on saying so, and nothing more is charged. */
async function expectNothingElse(told: unknown, { checkout, second }: ToldPages): Promise<void> {
  for (const name of ['submit', 'wallet', 'proceed', 'cancel', 'remove'])
    expect(await second.act(name), name).toEqual(told)
  expect(await second.pay({ attemptsLeft: 5 })).toEqual(told)
  expect(charges(checkout)).toHaveLength(1)
}

test.each(['PURCHASE', 'AUTHORIZE', 'VERIFY'])(
  'an order that another page has paid: a page to %s says so, whatever is asked of it',
  async operation => {
    const { checkout, first } = await twoPages()
    checkout.others.authentications.push(notEnrolled)
    const second = await checkout.open({ operation })
    expect(await second.act('state')).toEqual({ step: 'form', attemptsLeft: 5 })
    expect(await first.pay()).toMatchObject(approved)
    const told = await second.act('state')
    expect(told).toMatchObject(paidBefore)
    await expectNothingElse(told, { checkout, second })
    // It is no success of this payer: the shop is told to look at the order.
    expect(JSON.stringify(told)).not.toContain(second.indicator)
    const page = await second.page()
    const shown = 'body' in page && typeof page.body === 'string' ? page.body : ''
    expect(shown).toContain('"status":"paidBefore"')
    expect(/id="panel-paidBefore".*?<\/section>/s.exec(shown)?.[0]).toContain('This order is already paid')
    expect(shown).not.toContain(second.indicator)
  },
)

test('a payer who is asked by the issuer while another page pays is not charged, and reads why', async () => {
  const { checkout, first, second } = await twoPages()
  checkout.others.authentications.push(enrolled, challenge, notEnrolled)
  expect(await second.pay()).toMatchObject({ step: 'challenge' })
  expect(await first.pay()).toMatchObject(approved)
  expect(await second.act('state')).toMatchObject(paidBefore)
  await settleChallenge(checkout, second.sessionId, judged('Y'))
  expect(await second.act('proceed')).toMatchObject(paidBefore)
  expect(charges(checkout)).toHaveLength(1)
})

test.each(['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER', 'PAY'])(
  'another page pays right before this one asks for %s: no second charge, and the truth',
  async operation => {
    const { checkout, first, second } = await twoPages()
    if (operation !== 'INITIATE_AUTHENTICATION') checkout.others.authentications.push(enrolled)
    if (operation === 'PAY') checkout.others.authentications.push(judged('Y'))
    checkout.before.set(operation, async () => {
      checkout.others.authentications.push(notEnrolled)
      expect(await first.pay()).toMatchObject(approved)
    })
    expect(await second.pay()).toMatchObject(paidBefore)
    expect(charges(checkout)).toHaveLength(1)
  },
)

const wallet: OfferedWallet = {
  ...{ name: 'DEVICE_A', label: 'A', walletProvider: 'DEVICE_A_PAY', method: '', methodData: {} },
}

test('another page pays right before a wallet does: no second charge, and the truth', async () => {
  const device = { tokenId: '1', number: '5123450000000008', expiry: { month: '01', year: '39' } }
  const checkout = testCheckout({
    profile: { ...ordinaryProfile, wallets: [wallet.name] },
    wallets: {
      offered: () => [wallet],
      open: async () => ({ ...device, cryptogram: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }),
    },
  })
  const [first, second] = [await checkout.open(), await checkout.open()]
  checkout.before.set('PAY', async () => {
    checkout.others.authentications.push(notEnrolled)
    expect(await first.pay()).toMatchObject(approved)
  })
  const told = await second.act('wallet', { wallet: { name: wallet.name, details: {} } })
  expect(told).toMatchObject(paidBefore)
  expect(charges(checkout)).toHaveLength(1)
})

test('a page that only stores the card does not care', async () => {
  const { checkout, first } = await twoPages()
  checkout.others.authentications.push(notEnrolled)
  expect(await first.pay()).toMatchObject(approved)
  const storing = await checkout.open({ operation: 'NONE' })
  expect(await storing.act('state')).toEqual({ step: 'form', attemptsLeft: 5 })
  expect(await storing.pay()).toMatchObject(approved)
})

test.each([
  { undo: 'REFUND', step: 'refundedBefore', title: 'This order has been refunded' },
  { undo: 'VOID', step: 'cancelledBefore', title: 'This order is cancelled' },
] as const)(
  'what the merchant took itself is told, too; $undo since, as well',
  async ({ undo, step, title }) => {
    const { checkout, second } = await twoPages()
    await checkout.submit('api', 'PAY', payment('10.00'))
    expect(await second.act('state')).toMatchObject(paidBefore)
    await checkout.submit('undo', undo, undo === 'VOID' ? target('api') : moved('10.00'))
    const told = await second.act('state')
    expect(told).toMatchObject({ ...paidBefore, step })
    await expectNothingElse(told, { checkout, second })
    expect(JSON.stringify(told)).not.toContain(second.indicator)
    const page = await second.page()
    const shown = 'body' in page && typeof page.body === 'string' ? page.body : ''
    expect(shown).toContain(`"status":"${step}"`)
    const panel = new RegExp(`<section[^>]*id="panel-${step}".*?</section>`, 's').exec(shown)?.[0]
    expect(panel).toContain(title)
    expect(panel).not.toContain('hidden><span class="seal"')
  },
)

test('a payment that is given back in part leaves the order paid', async () => {
  const { checkout, second } = await twoPages()
  await checkout.submit('api', 'PAY', payment('10.00'))
  await checkout.submit('undo', 'REFUND', moved('4.00'))
  expect(await second.act('state')).toMatchObject(paidBefore)
})

test('who has paid at this page reads so after the refund, too', async () => {
  const { checkout, first } = await twoPages()
  checkout.others.authentications.push(notEnrolled)
  expect(await first.pay()).toMatchObject(approved)
  await checkout.submit('undo', 'REFUND', moved('10.00'))
  expect(await first.act('state')).toMatchObject(approved)
})

test('whose own payment is declined, and then is made at another page, reads so at a reload', async () => {
  const { checkout, first, second } = await twoPages()
  checkout.others.authentications.push(notEnrolled, notEnrolled)
  checkout.answers.push('declined')
  expect(await second.pay({ attemptsLeft: 5 })).toMatchObject({ step: 'form', attemptsLeft: 4 })
  expect(await first.pay()).toMatchObject(approved)
  expect(await second.pay({ attemptsLeft: 4 })).toMatchObject(paidBefore)
  expect(await first.act('state')).toMatchObject(approved)
  expect(charges(checkout)).toHaveLength(2)
})

test('a time that is over does not hide that the order is paid: nobody is told to start again', async () => {
  const { checkout, first } = await twoPages()
  const late = await checkout.open({ timeout: 60 })
  checkout.others.authentications.push(notEnrolled)
  expect(await first.pay()).toMatchObject(approved)
  checkout.clock.nowMs += 120_000
  expect(await late.act('state')).toMatchObject(paidBefore)
})
