import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { BrowserTestContext } from './browser.ts'
import type { TypedCard } from './cards.ts'

/** A session as the merchant's server made it, and the page that its card form is on. */
export type CardForm = {
  readonly orderId: string
  readonly sessionId: string
  readonly aes256Key: string
  readonly address: string
  /** Path of the shop to which the issuer's challenge leads back. */
  readonly returned: string
}

/** What the page has written down about how far it is. */
export type PageEvent = { readonly at: string; readonly said: unknown }

export async function openCardForm(scene: BrowserTestContext, order: object = {}): Promise<CardForm> {
  const { gateway, shop, origin, name } = scene
  const orderId = `order-${name}`
  const made = await gateway.call('POST', 'session', { session: { authenticationLimit: 25 } })
  const session = Object(made.body.session)
  const sessionId = String(Reflect.get(session, 'id'))
  const filled = await gateway.call('PUT', `session/${sessionId}`, {
    order: { id: orderId, amount: '64.50', currency: 'USD', ...order },
  })
  expect([made.status, filled.status]).toEqual([201, 200])
  const returned = `/${name}/returned`
  const returnAddress = shop.serve(returned, '<h1>Back in the shop</h1>')
  const address = shop.serve(`/${name}/pay`, cardPage({ origin, sessionId, orderId, returnAddress }))
  return { orderId, sessionId, aes256Key: String(Reflect.get(session, 'aes256Key')), address, returned }
}

type CardPage = {
  readonly origin: string
  readonly sessionId: string
  readonly orderId: string
  readonly returnAddress: string
}

/** As merchants write such pages: their own labels and inputs, the gateway's scripts, a button. */
const cardPage = ({ origin, sessionId, orderId, returnAddress }: CardPage): string => `
<style>
  body { font: 16px/1.5 sans-serif; margin: 2rem auto; max-width: 24rem; padding: 0 1rem }
  label { display: block; margin-top: 1rem }
  input { border: 1px solid #667; border-radius: 6px; box-sizing: border-box; font: inherit; padding: 8px }
  input, iframe { width: 100% }
  button { font: inherit; margin-top: 1.5rem; padding: 8px 24px }
</style>
<main><h1>Pay 64.50 USD</h1>
<label for="card-number">Card number</label>
<input id="card-number" placeholder="0000 0000 0000 0000" readonly>
<label for="month">Month</label><input id="month" readonly>
<label for="year">Year</label><input id="year" readonly>
<label for="code">Security code</label><input id="code" readonly>
<label for="holder">Name on card</label><input id="holder" readonly>
<button id="pay" disabled onclick="PaymentSession.updateSessionFromForm('card')">Pay</button>
<ol id="news"></ol><div id="issuer"></div></main>
<script src="${origin}/form/version/100/merchant/TESTMERCHANT/session.js"></script>
<script src="${origin}/static/threeds/threeds.js"></script>
<script>
  const note = (at, said) => {
    const line = document.createElement('li')
    line.dataset.at = at
    line.textContent = JSON.stringify(said ?? null)
    document.querySelector('#news').append(line)
  }
  const authenticate = () => {
    ThreeDS.configure({
      merchantId: 'TESTMERCHANT', sessionId: '${sessionId}', containerId: 'issuer',
      callback: () => note('configured', ThreeDS.isConfigured()),
      configuration: { userLanguage: 'en-GB', wsVersion: 100 },
    })
    ThreeDS.initiateAuthentication('${orderId}', 'authentication', answer => {
      note('initiated', answer.error ?? answer.gatewayRecommendation)
      if (answer.gatewayRecommendation !== 'PROCEED') return
      ThreeDS.authenticatePayer('${orderId}', 'authentication', outcome => {
        note('authenticated', outcome.error ?? outcome.restApiResponse)
      }, { fullScreenRedirect: true, authentication: { redirectResponseUrl: '${returnAddress}' } })
    })
  }
  PaymentSession.configure({
    session: '${sessionId}',
    fields: { card: {
      number: '#card-number', securityCode: '#code', expiryMonth: '#month', expiryYear: '#year',
      nameOnCard: '#holder',
    } },
    frameEmbeddingMitigation: ['javascript'],
    interaction: { displayControl: { formatCard: 'EMBOSSED', invalidFieldCharacters: 'REJECT' } },
    callbacks: {
      initialized: answer => {
        note('ready', answer.status)
        document.querySelector('#pay').disabled = false
      },
      formSessionUpdate: answer => {
        note('updated', answer)
        if (answer.status === 'ok') authenticate()
      },
    },
  })
  PaymentSession.onCardTypeChange((selector, type) => note('cardType', type))
  PaymentSession.onFocus(['card.number'], selector => note('focus', selector))
</script>`

export const fieldIn = (page: Page, role: string): FrameLocator =>
  page.frameLocator(`iframe.gateway-field-${role}`)

export async function typeCard(page: Page, card: TypedCard): Promise<void> {
  await fillDemoFields(page, card)
  await fieldIn(page, 'nameOnCard').locator('#field').fill(card.name)
}

/** The demo shop's page wants no name. */
export async function fillDemoFields(page: Page, { number, expiry, code }: TypedCard): Promise<void> {
  const [month = '', year = ''] = expiry.split('/')
  const values = { number, expiryMonth: month, expiryYear: year, securityCode: code }
  for (const [role, value] of Object.entries(values)) await fieldIn(page, role).locator('#field').fill(value)
}

/** Waits for the last news of a kind. */
export async function lastEventOf(page: Page, at: string): Promise<unknown> {
  const line = page.locator(`#news li[data-at="${at}"]`).last()
  await line.waitFor({ state: 'attached' })
  return JSON.parse((await line.textContent()) ?? 'null')
}
