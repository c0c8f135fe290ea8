import { expect, test } from 'vitest'
import type { Asset } from '../assets.ts'
import { checkoutPage, unknownCheckoutPage } from './page.ts'
import type { CheckoutView } from './view.ts'

const asset = (text: string): Asset => ({ name: 'x', text, gzip: Buffer.from(''), hash: '', integrity: '' })
const dress = { scripts: [asset('script()')], styles: [asset('style{}')] }

const view: CheckoutView = {
  sessionId: 'SESSION0002',
  sessionVersion: 'a1',
  locale: 'en',
  isEmbedded: false,
  isTest: true,
  gateway: 'https://pay.example',
  merchant: { name: '</script><script>alert(1)</script>', url: 'javascript:alert(1)' },
  cardNames: {},
  cardMarks: {},
  wallets: [],
  operation: 'PURCHASE',
  order: {
    id: 'A"1',
    amount: '84.90',
    currency: 'EUR',
    items: [{ name: '<b>Book</b>', quantity: '2', unitPrice: '42.45' }],
    subtotals: {},
  },
  terms: '84.90 EUR A"1',
  controls: {
    billingAddress: 'MANDATORY',
    customerEmail: 'OPTIONAL',
    orderSummary: 'SHOW',
    paymentConfirmation: 'HIDE',
    paymentTerms: 'HIDE',
    shipping: 'HIDE',
  },
  email: '"><img src=x>',
  secondsLeft: 90,
  lostAfterMs: 15_000,
  month: '2026-11',
  status: 'open',
  attemptsLeft: 5,
}
const markupOf = (more: Partial<CheckoutView> = {}) => checkoutPage({ ...view, ...more }, dress).markup

test('nothing that merchants or payers give becomes markup, script or an address', () => {
  const markup = markupOf({ status: 'done', returnAddress: 'javascript:alert(2)' })
  expect(markup).not.toContain('<script>alert')
  expect(markup).not.toContain('<b>Book')
  expect(markup).not.toContain('<img src=x')
  expect(markup).not.toContain('href="javascript:')
  expect(markup.match(/<script/g)).toHaveLength(2)
})

test('nothing in the markup needs an exception in a strict policy', () => {
  const markup = markupOf()
  expect(markup).not.toMatch(/ style=| on[a-z]+="/)
})

test('no input has a name: a browser without the script has nothing to send', () => {
  const inputs = markupOf({ controls: { ...view.controls, shipping: 'MANDATORY' } }).match(
    /<(?:input|select)[^>]*>/g,
  )
  expect(inputs?.length).toBeGreaterThan(15)
  expect(inputs?.filter(input => / name=/.test(input))).toEqual([])
})

test('the button says what it costs, and review comes first where the merchant wants it', () => {
  expect(markupOf()).toMatch(/id="pay" disabled>.*Pay €84\.90/)
  const reviewed = markupOf({ controls: { ...view.controls, paymentConfirmation: 'SHOW' } })
  expect(reviewed).toMatch(/id="pay" disabled>.*Continue/)
  expect(reviewed).toMatch(/id="confirm">.*Pay €84\.90/)
})

test.each(['HIDE', 'SHOW', 'SHOW_PARTIAL'] as const)('order summary: %s', orderSummary => {
  const markup = markupOf({ controls: { ...view.controls, orderSummary } })
  expect(markup.includes('class="summary"')).toBe(orderSummary !== 'HIDE')
  expect(markup.includes('Book')).toBe(orderSummary === 'SHOW')
})

test('Arabic runs from right to left', () => {
  expect(markupOf({ locale: 'ar' })).toContain('<html lang="ar" dir="rtl">')
})

test('an unknown address says so, and nothing else', () => {
  const { markup } = unknownCheckoutPage('de', { ...dress, isTest: false })
  expect(markup).toContain('nicht verfügbar')
  expect(markup).not.toContain('<script')
})

test('payers read the names that the operator gave card networks, and no others', () => {
  expect(markupOf()).not.toMatch(/NETWORK|cardNames/)
  const named = markupOf({ cardNames: { NETWORK_C: 'Sea </script>Card' } })
  expect(named).toContain('"cardNames":{"NETWORK_C":"Sea \\u003c/script>Card"}')
})
