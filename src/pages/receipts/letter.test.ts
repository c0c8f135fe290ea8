import { expect, test } from 'vitest'
import { wordsOf } from '../checkout/words/languages.ts'
import { locales } from '../localisation.ts'
import { messageIdOf, type PaidReceipt, writeReceipt } from './letter.ts'

const paid: PaidReceipt = {
  ...{ cell: 0, merchantId: 'M', orderId: 'A-1', checkout: 'abcdef01' },
  ...{ shopName: 'Harbour <Books>', locale: 'en', amount: '10.00', currency: 'EUR' },
  ...{ operation: 'PURCHASE', paidAt: new Date('2026-11-18T10:05:00Z'), isTest: false },
  card: 'Sea Card •••• 0008',
}

test('the text of a receipt', () => {
  expect(writeReceipt(paid)).toMatchObject({
    subject: 'Payment to Harbour <Books>',
    text: [
      'Payment successful',
      'You have paid €10.00 to Harbour <Books>.',
      '',
      'Merchant: Harbour <Books>',
      'Order: A-1',
      'Date: November 18, 2026 at 10:05 AM UTC',
      'Card: Sea Card •••• 0008',
      'Amount: €10.00',
      '',
    ].join('\n'),
  })
})

test('an authorization says that the amount is reserved; several cards are not shown as one', () => {
  const { card: _, ...others } = paid
  const { text } = writeReceipt({ ...others, operation: 'AUTHORIZE' })
  expect(text).toContain('€10.00 is reserved on your card')
  expect(text).not.toContain('Card: ')
})

test.each(locales)('in %s the markup says what the text says, and loads nothing', locale => {
  const { subject, text, html } = writeReceipt({ ...paid, locale, isTest: true })
  const words = wordsOf(locale)
  expect(subject.startsWith(`${words.testMode}: `)).toBe(true)
  expect(subject).not.toMatch(/[\u2066-\u2069\p{Cc}]/u)
  expect(html).toContain(`lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`)
  for (const word of ['merchant', 'order', 'paidOn', 'card', 'amount'] as const) {
    expect(text).toContain(`${words[word]}: `)
    expect(html).toContain(`>${words[word]}</td>`)
  }
  expect(html).toContain('Harbour &lt;Books&gt;')
  expect(html).not.toMatch(/<(?:img|script|link|iframe|form)|url\(|https?:/)
})

test('a letter has one name, whoever sends it', () => {
  const id = messageIdOf(paid, 'receipts@pay.example')
  expect(id).toMatch(/^receipt\.[0-9a-f]{32}@pay\.example$/)
  expect(messageIdOf({ ...paid, cell: 0 }, 'receipts@pay.example')).toBe(id)
  expect(messageIdOf({ ...paid, checkout: 'abcdef02' }, 'receipts@pay.example')).not.toBe(id)
  expect(messageIdOf({ ...paid, orderId: 'A-2' }, 'receipts@pay.example')).not.toBe(id)
})
