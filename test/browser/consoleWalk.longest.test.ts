// What an operator does on the first day, from the invitation to verifying that all of it is on record.

import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { CallOptions } from '../journeys/client.ts'
import { openReceiver, type Receiver } from '../journeys/receiver.ts'
import { authorization } from '../journeys/requests.ts'
import { callConsole, signInAs } from '../support/console/consoleLogin.ts'
import { type BrowserTestContext, browserTest } from './browser.ts'
import { bothLooks, inspectLooks } from './console.ts'
import { atLocalhost, type PasskeyHolder, passkeyHolder, signOut } from './passkeyHolder.ts'

type Walk = PasskeyHolder & {
  readonly scene: BrowserTestContext
  /** One for each walk: what is rotated and blocked here disturbs nobody else. */
  readonly merchantId: string
  readonly receiver: Receiver
  readonly email: string
  open(path: string): Promise<void>
  /** The screen as it is now: accessible, and no wider than its window. */
  inspect(name: string): Promise<void>
  /** As the merchant's server calls the API. */
  call(method: string, path: string, body?: object, options?: CallOptions): Called
}
type Called = ReturnType<BrowserTestContext['gateway']['call']>

/** How soon something must come is said elsewhere. */
const patient = { timeout: 30_000 }

const merchants = { desktop: 'TESTMERCHANT', phone: 'OTHERMERCHANT' } as const

/** Two minutes each: the phone's only with `LOOKS=all`, since other tests look at these pages on a phone. */
const walked = process.env.LOOKS === 'all' ? bothLooks : bothLooks.slice(0, 1)

for (const looks of walked)
  browserTest(
    `the first day of an operator (${looks.size}, ${looks.scheme})`,
    async scene => {
      const receiver = await openReceiver()
      try {
        const walk = await begin(scene, receiver, looks)
        await whatHappenedBefore(walk)
        await signsIn(walk)
        await understandsADecline(walk)
        await refundsAPart(walk)
        await resendsItsNotification(walk)
        await seesWhyACallWasRefused(walk)
        const password = await rotatesThePassword(walk)
        await blocksACardPrefix(walk, password)
        await releasesAnOrder(walk, password)
        await entersAChargeback(walk, password)
        await endsAForeignSession(walk, password)
        await verifiesTheAuditLog(walk)
      } finally {
        await receiver.close()
      }
    },
    { timeout: 600_000 },
  )

async function begin(
  scene: BrowserTestContext,
  receiver: Receiver,
  looks: (typeof bothLooks)[number],
): Promise<Walk> {
  const merchantId = merchants[looks.size]
  const holder = await passkeyHolder(scene, looks)
  const { page, origin, payer } = holder
  return {
    ...holder,
    ...{ scene, merchantId, receiver, email: `grace-${scene.name}@example.com` },
    async open(path) {
      await page.goto(`${origin}/console/${path}`)
      await page.locator('h1').first().waitFor()
    },
    inspect: name => inspectLooks(payer, `walk-${name}`),
    call: (method, path, body, options = {}) =>
      scene.gateway.call(method, path, body, { merchant: merchantId, ...options }),
  }
}

/** Begins with 450875. */
const suspect = { number: '4508750015741019', securityCode: '100' }
const costly = { amount: '750.00', currency: 'CHF' }

/** A declined order, one that is paid, one with a card that will be blocked, a refused call, and a rule. */
async function whatHappenedBefore({ scene, merchantId, receiver, call }: Walk): Promise<void> {
  const poor = { number: '2223000000000023', expiry: '02/39', securityCode: '100' }
  await call('PUT', 'order/declined/transaction/1', authorization({}, poor))
  const order = { amount: '10.00', currency: 'USD', notificationUrl: receiver.address() }
  await call('PUT', 'order/sold/transaction/1', { ...authorization({ order }), apiOperation: 'PAY' })
  await call('PUT', 'order/past/transaction/1', authorization({}, suspect))
  await call('PUT', 'order/never/transaction/1', authorization({ order: { amount: '1', currency: 'XXX' } }))
  const { token } = await signInAs(scene.gateway.database, { role: 'ADMINISTRATOR', merchantId })
  const rule = {
    ...{ id: 'costly', name: 'Costly', stage: 'BEFORE', recommendation: 'REVIEW' },
    when: { amount: [{ currency: 'CHF', above: '700.00' }] },
  }
  await callConsole(scene.gateway, 'saveRule', { merchantId, rule }, { token })
  for (const state of ['SHADOW', 'ACTIVE'])
    await callConsole(scene.gateway, 'setRuleState', { merchantId, id: rule.id, state }, { token })
}

async function signsIn({ scene, page, email, inspect }: Walk): Promise<void> {
  const { token } = await signInAs(scene.gateway.database, { role: 'OPERATOR' })
  const { body } = await callConsole(scene.gateway, 'inviteOperator', { email }, { token })
  await page.goto(atLocalhost(body.link))
  await page.getByLabel('Your name').fill('Grace Hopper')
  await inspect('invitation')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('navigation').first().waitFor()
  await signOut(page)
  await inspect('sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('navigation').first().waitFor()
}

async function understandsADecline({ page, merchantId, open, inspect }: Walk): Promise<void> {
  await open(`m/${merchantId}/payments?status=REFUNDED&amountFrom=1&period=24h`)
  await page.getByText('No payment matches.').waitFor()
  await inspect('payments-filtered')
  await open(`m/${merchantId}/payments`)
  await page.getByRole('link', { name: 'declined', exact: true }).waitFor()
  await inspect('payments')
  await page.getByRole('combobox', { name: 'Search payments' }).fill('0023')
  await page.getByRole('option', { name: /Card ending in .*0023/ }).waitFor()
  await inspect('payments-searching')
  await page.keyboard.press('Enter')
  await page.waitForURL(address => address.search === '?lastFour=0023')
  await page.getByRole('link', { name: 'sold', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'declined', exact: true }).click()
  await page.waitForURL(address => address.pathname.endsWith('/order/declined'))
  const why = page.getByRole('region', { name: 'Why it failed' })
  await why.getByText('the account does not hold enough money').waitFor()
  expect(await why.textContent()).toMatch(/The acquirer decided: .*51 INSUFFICIENT FUNDS/)
  expect(await why.textContent()).toContain('Offer the payer another card')
  await page.getByText(/Answered: .*Failure.*Insufficient funds/).waitFor()
  await inspect('order-declined')
}

async function refundsAPart({ page, merchantId, open, inspect, call }: Walk): Promise<void> {
  await open(`m/${merchantId}/order/sold`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the payer' })
  await dialog.getByLabel('Amount').fill('2.50')
  await inspect('refund')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/The acquirer was asked: .*refund.*2\.50 USD/).waitFor()
  const { body } = await call('GET', 'order/sold')
  expect(body).toMatchObject({ totalRefundedAmount: 2.5, status: 'PARTIALLY_REFUNDED' })
}

async function resendsItsNotification(walk: Walk): Promise<void> {
  const { page, merchantId, receiver, open, inspect } = walk
  const refunds = () => receiver.heard.filter(({ body }) => Object(body.transaction).type === 'REFUND')
  const ids = () => refunds().map(({ headers }) => headers['webhook-id'])
  await expect.poll(() => refunds().length, patient).toBe(1)
  // One of each kind on the timeline: facts, a request, what is sent.
  await page.getByText(/^Notification \S*2\S*, attempt \S*1\S*$/).waitFor()
  await page.evaluate(() => {
    for (const fold of [...document.querySelectorAll('details')].slice(0, 5)) fold.open = true
  })
  await inspect('order-refunded')
  await page.getByRole('button', { name: /^Send again: Notification .*2/ }).click()
  await expect.poll(() => refunds().length, patient).toBe(2)
  expect(new Set(ids()).size).toBe(1)
  await page.getByText(/^Notification \S*2\S*, attempt \S*2\S*$/).waitFor()

  await open(`m/${merchantId}/notifications`)
  await page.getByRole('link', { name: 'sold' }).first().waitFor()
  await inspect('notifications')
  await page.getByRole('link', { name: 'sold' }).first().click()
  await page.getByText('Your server has taken it.').waitFor()
  await inspect('notification')
}

async function seesWhyACallWasRefused({ page, merchantId, open, inspect }: Walk): Promise<void> {
  await open(`m/${merchantId}/requests?outcome=REFUSED`)
  await page
    .getByRole('link', { name: /AUTHORIZE/ })
    .first()
    .waitFor()
  await inspect('requests')
  await page
    .getByRole('link', { name: /AUTHORIZE/ })
    .first()
    .click()
  const why = page.getByRole('region', { name: 'Why this was refused' })
  await why.getByText('order.currency').waitFor()
  await page.getByText('The same call for a shell').waitFor()
  await inspect('request')
  await open(`m/${merchantId}/requests/replay?version=1`)
  await page.getByRole('region', { name: 'AUTHORIZE' }).waitFor()
  await inspect('replay')
  await open(`m/${merchantId}/doctor`)
  await page.getByText(/calls examined/).waitFor()
  await inspect('doctor')
}

async function rotatesThePassword({ page, merchantId, open, inspect, call }: Walk): Promise<string> {
  await open(`m/${merchantId}/developers`)
  await page.getByRole('button', { name: 'Rotate the password' }).click()
  await page.getByRole('button', { name: 'Add a password' }).click()
  const shown = page.getByRole('region', { name: /The new password, in slot/ })
  const password = await shown.locator('.devSecret span').first().innerText()
  await inspect('rotation')
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  const read = async (options: CallOptions) => (await call('GET', 'order/sold', undefined, options)).status
  // Both are good until the old one is retired.
  await expect.poll(() => read({ password }), patient).toBe(200)
  expect(await read({})).toBe(200)
  const steps = page.getByRole('region', { name: 'Rotate without a gap' })
  await steps.getByRole('button', { name: /^Retire the password of slot/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Retire the password of slot/ })
  await dialog.getByRole('button', { name: 'Retire' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => read({}), patient).toBe(401)
  expect(await read({ password })).toBe(200)
  await page.getByText('Free', { exact: true }).waitFor()
  await inspect('developers')
  return password
}

async function blocksACardPrefix(walk: Walk, password: string): Promise<void> {
  const { page, merchantId, open, inspect, call } = walk
  const name = 'Stolen cards'
  const press = (action: string) => page.getByRole('button', { name: `${action}: ${name}` }).click()
  const become = async (action: string) => {
    await press(action)
    await confirm(page.getByRole('dialog', { name }), action)
  }
  let made = 0
  const pay = async () => {
    const path = `order/suspect-${++made}/transaction/1`
    return (await call('PUT', path, authorization({}, suspect), { password })).body
  }
  await writesARule(walk, name)

  await press('Try over the past')
  await page.getByText(/Looked at .* payments/).waitFor()
  await page.getByRole('link', { name: 'past', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'sold', exact: true }).count()).toBe(0)
  await inspect('rule-tried')

  await become('Run in shadow')
  const reports = page.getByRole('link', { name: /^suspect-/ })
  await expect
    .poll(
      async () => {
        expect(await pay()).toMatchObject({ result: 'SUCCESS' })
        await press('Shadow report')
        await page.getByText(/Looked at/).waitFor()
        return reports.count()
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBeGreaterThan(0)
  await inspect('rule-in-shadow')

  await become('Activate')
  await expect
    .poll(async () => (await pay()).response, { timeout: 8_000, interval: 300 })
    .toMatchObject({ gatewayCode: 'BLOCKED' })
  await open(`m/${merchantId}/order/suspect-${made}`)
  await page.getByText(name).first().waitFor()
  await inspect('order-blocked')
}

async function writesARule({ page, merchantId, open, inspect }: Walk, name: string): Promise<void> {
  await open(`m/${merchantId}/risk`)
  await page.getByRole('button', { name: 'New rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Then', { exact: true }).selectOption('REJECT')
  await dialog.getByLabel('Add a condition').selectOption('cardRange')
  await dialog.getByLabel('From').fill('450875')
  await inspect('rule')
  await confirm(dialog, 'Save as draft')
}

async function releasesAnOrder(walk: Walk, password: string): Promise<void> {
  const { page, merchantId, open, inspect, call } = walk
  const paid = await call('PUT', 'order/costly/transaction/1', authorization({ order: costly }), { password })
  expect(paid.body.response).toMatchObject({ risk: { review: { decision: 'PENDING' } } })
  const capture = () =>
    call('PUT', 'order/costly/transaction/2', { apiOperation: 'CAPTURE', transaction: costly }, { password })
  expect((await capture()).status).toBe(400)
  await open(`m/${merchantId}/reviews`)
  await page.getByRole('button', { name: 'Release: costly' }).waitFor()
  await inspect('reviews')
  await page.getByRole('button', { name: 'Release: costly' }).click()
  const dialog = page.getByRole('dialog', { name: /Release .*costly/ })
  await dialog.getByLabel('Note').fill('Called the payer.')
  await inspect('review')
  await confirm(dialog, 'Release')
  await page.getByRole('button', { name: 'Release: costly' }).waitFor({ state: 'detached' })
  expect((await capture()).body).toMatchObject({ result: 'SUCCESS' })
}

async function entersAChargeback(walk: Walk, password: string): Promise<void> {
  const { page, merchantId, receiver, open, inspect, call } = walk
  await open(`m/${merchantId}/order/sold`)
  await page.getByRole('button', { name: 'Enter chargeback' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter chargeback' })
  await dialog.getByLabel('Amount').fill('1.50')
  await inspect('chargeback')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: /Charged back .*1\.50/ }).waitFor()
  await inspect('order-charged-back')
  const { body } = await call('GET', 'order/sold', undefined, { password })
  expect(body).toMatchObject({ chargeback: { amount: 1.5, currency: 'USD' }, totalRefundedAmount: 2.5 })
  await expect
    .poll(() => receiver.heard.map(({ body }) => Object(body.transaction).type), patient)
    .toContain('CHARGEBACK')
}

async function endsAForeignSession(walk: Walk, password: string): Promise<void> {
  const { scene, page, merchantId, payer, open, inspect, call } = walk
  const email = `lost-phone-${scene.name}@example.com`
  const login = await signInAs(scene.gateway.database, { role: 'DEVELOPER', merchantId, email })
  const other = await scene.payer(payer.looks)
  other.monitor.expect(/status of 401/)
  await other.context.addCookies([{ name: 'tollgate-console', value: login.token, url: scene.origin }])
  await other.page.goto(`${scene.origin}/console/m/${merchantId}/payments`)
  await other.page.getByRole('link', { name: 'sold', exact: true }).waitFor()

  await open(`m/${merchantId}/users`)
  await inspect('users')
  await page.locator('tr, li.card').filter({ hasText: email }).getByRole('button').click()
  await inspect('user')
  await page.getByRole('button', { name: /^Sign out: / }).click()
  await page.getByText('Not signed in anywhere.').waitFor()
  // Nobody has touched that browser: it asks for a payment that it hears of, and is not told about it.
  await call('PUT', 'order/unseen/transaction/1', authorization(), { password })
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  for (const order of ['sold', 'unseen'])
    expect(await other.page.getByText(order, { exact: true }).count()).toBe(0)
  await open('account')
  await page.getByText('This browser').waitFor()
  await inspect('account')
}

async function verifiesTheAuditLog({ page, merchantId, email, open, inspect }: Walk): Promise<void> {
  await open(`m/${merchantId}/audit`)
  for (const sentence of [
    /Ended sessions of .*lost-phone-/,
    /Asked for .*CHARGEBACK.*1\.50.*USD.*on order .*sold/,
    /Decided about the review of order .*costly/,
    /Set the risk rule .*stolen-cards.* to .*ACTIVE/,
    /Retired the API password of slot/,
    /Sent a notification again/,
    /Asked for .*REFUND.*2\.50.*USD.*on order .*sold/,
  ]) {
    const row = page.locator('tr, li.card').filter({ hasText: sentence }).first()
    expect(await row.textContent()).toContain(email)
  }
  const newest = page.getByRole('link', { name: /Ended sessions of .*lost-phone-/ }).first()
  const entryNo = Number((await newest.getAttribute('href'))?.split('/').at(-1))
  // Somebody may have verified what there was before.
  await page.getByRole('button', { name: /^Verify (?:the log|again)$/ }).click()
  const verdict = page.getByText(/^Verified: \d+ entries, unchanged/)
  const verified = async () => Number(/\d+/.exec(await verdict.innerText())?.[0])
  await expect.poll(verified, patient).toBeGreaterThanOrEqual(entryNo)
  await inspect('audit')
  await newest.click()
  await page.getByText('Digest', { exact: true }).waitFor()
  await inspect('audit-entry')
}

async function confirm(dialog: Locator, action: string): Promise<void> {
  await dialog.getByRole('button', { name: action }).click()
  await dialog.waitFor({ state: 'detached' })
}
