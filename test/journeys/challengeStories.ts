import { expect, test } from 'vitest'
import { type Form, type Shop, submit, submitOn, visit } from './browser.ts'
import { type Cardholder, cardholder, cardThat, explained, formIn, told } from './cardholder.ts'
import type { Answer } from './client.ts'
import type { TestGateway } from './gateway.ts'
import { device } from './requests.ts'
import { valueAt } from './whole.ts'

export const known = ['SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATION_SUCCESSFUL'] as const
export const failed = ['FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'AUTHENTICATION_FAILED'] as const
/** What a payer can do at the issuer's page, and what it comes to: the row, the issuer's word, why. */
const outcomes = [
  ['Y', known, 'Y', undefined],
  ['N', failed, 'N', '01'],
  ['cancelled', failed, 'N', '26'],
  ['U', ['SUCCESS', 'DECLINED', 'PROCEED', 'AUTHENTICATION_UNAVAILABLE'], 'U', '22'],
  ['R', ['FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'AUTHENTICATION_REJECTED'], 'R', '11'],
  ['timedOut', failed, 'N', '14'],
] as const
type Outcome = (typeof outcomes)[number][0]

export function row([result, gatewayCode, recommendation, authenticationStatus]: readonly string[]) {
  return { result, gatewayCode, recommendation, authenticationStatus }
}

export type ChallengedPayer = Cardholder & { readonly answer: Answer; readonly form: Form }

/** Whoever challenges payers: simulated, or behind directory servers. */
export type ChallengingIssuers = {
  readonly gateway: TestGateway
  readonly shop: Shop
  /** Ends a challenge without a browser, and returns when the order knows; again with another end, too. */
  settle(payer: ChallengedPayer, outcome: Outcome, otherwise: Outcome): Promise<void>
  /** The form by which the issuer's server sends the browser back. */
  decided(form: Form, outcome: Outcome): Promise<Form>
  /** Who asks, as the issuer's page says. */
  readonly merchantName: string
  /** As the issuer's page writes it. */
  readonly amount: string
  /** What the issuer's page answers to who chose nothing, and to an answer nobody was asked for. */
  readonly unchosen: number
  readonly unasked: number
  /** Who tells the order first. */
  readonly settledBy: RegExp
}

/** A payer who is challenged, and comes back to the shop. */
export async function challengedBy(
  { gateway, shop }: Pick<ChallengingIssuers, 'gateway' | 'shop'>,
  more: object = {},
): Promise<ChallengedPayer> {
  const payer = cardholder(gateway, cardThat.isChallenged)
  const authentication = { redirectResponseUrl: shop.address }
  const answer = await payer.begin({ authentication, ...more })
  expect(told(answer), answer.text).toMatchObject({ authenticationStatus: 'AUTHENTICATION_PENDING' })
  return { ...payer, answer, form: formIn(answer) }
}

/** What holds whoever challenges. */
export function challengeStories(issuers: () => ChallengingIssuers): void {
  const challenged = (more?: object) => challengedBy(issuers(), more)

  test.each(outcomes)('without a browser: %s', async (outcome, expected, transactionStatus, reason) => {
    const payer = await challenged()
    await issuers().settle(payer, outcome, outcome === 'Y' ? 'N' : 'Y')
    const shown = await payer.shown()
    expect(told(shown)).toEqual(row(expected))
    expect(valueAt(shown.body, 'authentication.payerInteraction')).toBe('REQUIRED')
    expect(valueAt(shown.body, 'authentication.redirect')).toBeUndefined()
    const said = valueAt(shown.body, 'authentication.3ds2')
    expect(said).toMatchObject({ transactionStatus, acsTransactionId: expect.any(String) })
    expect(valueAt(said, 'statusReasonCode')).toBe(reason)
    const proof = { acsEci: '02', authenticationToken: expect.stringMatching(/^.{27}=$/) }
    if (outcome === 'Y') expect(valueAt(shown.body, 'authentication.3ds')).toMatchObject(proof)
    else expect(valueAt(shown.body, 'authentication.3ds.authenticationToken')).toBeUndefined()
    const { address } = issuers().shop
    const again = await payer.authenticate({ authentication: { redirectResponseUrl: address } })
    expect(told(again)).toEqual(row(expected))
  })

  test.each(outcomes)('in a browser that chooses by itself: %s', async (outcome, expected) => {
    const { gateway, shop, decided } = issuers()
    const payer = await challenged()
    const back = await decided(payer.form, outcome)
    expect(back.address).toContain(`http://127.0.0.1:${gateway.port}/3ds/callback/`)
    const page = await submit(back)
    expect(page).toMatchObject({ status: 200, form: { address: shop.address } })
    expect(page.form?.fields).toEqual({
      'order.id': payer.orderId,
      'transaction.id': 'auth',
      result: expected[0],
      'response.gatewayRecommendation': expected[2],
    })
    expect(told(await payer.shown())).toEqual(row(expected))
  })

  test('the payer reads who asks for what, decides, and is brought back to the shop', async () => {
    const { gateway, shop, merchantName, amount, unchosen, settledBy } = issuers()
    const browserDetails = { ...device.browserDetails, '3DSecureChallengeWindowSize': '390_X_400' }
    const payer = await challenged({ device: { ...device, browserDetails } })
    const excerpt = String(valueAt(payer.answer.body, 'authentication.redirect.html'))
    for (const part of ['threedsChallengeRedirect', 'challengeFrame', 'authenticate-payer-script', '"390"'])
      expect(excerpt).toContain(part)
    const question = await submit(payer.form)
    for (const part of [merchantName, amount, '222300xxxxxx0007']) expect(question.text).toContain(part)
    expect(question.text).not.toContain('TESTMERCHANT')
    if (!question.form) throw new Error('nothing to choose')
    expect((await submit(question.form)).status).toBe(unchosen)
    const chosen = await submit(question.form, { outcome: 'Y' })
    if (!chosen.form) throw new Error('no way on')
    const before = shop.brought.length
    expect(await submitOn(chosen.form)).toMatchObject({ status: 200, text: 'Welcome back' })
    expect(shop.brought.slice(before)).toMatchObject([{ 'order.id': payer.orderId, result: 'SUCCESS' }])
    expect(told(await payer.shown())).toEqual(row(known))
    const steps = await explained(gateway, payer.orderId, 'auth')
    // The gateway may have asked the issuer by itself meanwhile; messages are told of real ones only.
    const asides = /^(?:NOTIFICATION_DUE|INQUIRY_ATTEMPTED|MESSAGE_|BROWSER_RETURNED)/
    const happenings = steps.filter(({ step }) => !asides.test(String(step)))
    expect(happenings.map(({ step }) => step)).toEqual([
      ...['RECEIVED', 'ISSUER_ASKED', 'ANSWERED'],
      ...['RECEIVED', 'ISSUER_ASKED', 'ANSWERED'],
      expect.stringMatching(settledBy),
    ])
    expect(happenings.at(-1)).toMatchObject({
      result: 'SUCCESS',
      transactionStatus: 'Y',
      authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
    })
    expect(steps.filter(({ step }) => step === 'NOTIFICATION_DUE')).toHaveLength(3)
  })

  test('an address works once, for one purpose, and nobody guesses one', async () => {
    const { gateway, decided } = issuers()
    const payer = await challenged()
    const back = await decided(payer.form, 'N')
    expect((await visit(back.address)).status).toBe(405)
    const pages = await Promise.all([back, back, back].map(form => submit(form)))
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    for (const page of pages.filter(({ status }) => status === 410)) {
      expect(page.form).toBeUndefined()
      expect(page.text).not.toContain(payer.orderId)
    }
    const token = back.address.split('/').at(-1) ?? ''
    const guesses = [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'A'.repeat(43), 'x']
    for (const guess of guesses) {
      const place = back.address.slice(0, -token.length)
      expect((await submit({ ...back, address: place + guess })).status, guess).toBe(404)
    }
    const elsewhere = back.address.replace('/3ds/callback/', '/3ds/method/')
    expect((await submit({ ...back, address: elsewhere })).status).toBe(404)
    const lookedAt = cardholder(gateway, cardThat.isLookedAtAndChallenged)
    const method = await submit(formIn(await lookedAt.initiate()))
    const misused = method.form?.address.replace('/3ds/method/', '/3ds/callback/') ?? ''
    expect((await submit({ address: misused, fields: {} })).status).toBe(404)
    expect(told(await payer.shown())).toEqual(row(failed))
    const steps = await explained(gateway, payer.orderId, 'auth')
    expect(steps.filter(({ result }) => result === 'FAILURE')).toHaveLength(1)
  })

  test('a browser cannot tell what the issuer did not say', async () => {
    const { decided, unasked } = issuers()
    const payer = await challenged()
    const lie = { cres: Buffer.from('{"transStatus":"Y"}').toString('base64url') }
    const other = await challenged()
    const { address } = await decided(other.form, 'Y')
    await submit({ address, fields: lie })
    expect(told(await other.shown())).toEqual(row(known))
    const third = await challenged()
    const refused = await decided(third.form, 'N')
    await submit({ address: refused.address, fields: lie })
    expect(told(await third.shown())).toEqual(row(failed))
    expect(told(await payer.shown())).toMatchObject({ result: 'PENDING' })
    const foreign = { ...payer.form, fields: { creq: `${payer.form.fields.creq}x` } }
    expect((await submit(foreign)).status).toBe(unasked)
  })

  test('who named no page comes to one of the gateway', async () => {
    const payer = await challenged({ authentication: {} })
    const page = await submit(await issuers().decided(payer.form, 'Y'))
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('tollgate:challenged') })
    expect(page.form).toBeUndefined()
    expect(told(await payer.shown())).toEqual(row(known))
  })
}
