import { expect, test } from 'vitest'
import { verdict } from '../../../test/support/contract/groupTesting.ts'
import { resolve } from '../kit/resolve.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { interaction } from './interaction.ts'

const page = {
  cancelUrl: 'https://shop.example/cancel',
  displayControl: {
    billingAddress: 'READ_ONLY',
    customerEmail: 'MANDATORY',
    orderSummary: 'SHOW_PARTIAL',
    paymentConfirmation: 'HIDE',
    paymentTerms: 'SHOW_IF_SUPPORTED',
    shipping: 'OPTIONAL',
  },
  locale: 'en_US',
  merchant: { logo: 'https://shop.example/logo.png', name: 'Shop', url: 'https://shop.example/' },
  operation: 'NONE',
  returnUrl: 'https://shop.example/done',
  timeout: 600,
  timeoutUrl: 'https://shop.example/late',
} satisfies ValueOf<typeof interaction>

test('a page with every field is accepted, its language in either spelling', () => {
  for (const locale of ['en', 'en_US', 'en-US'])
    expect(verdict(interaction.fields, { ...page, locale })).toBe('accepted')
})

test('the operation must be given from version 52 on; before, it is PURCHASE', () => {
  const { operation: _, ...silent } = page
  expect(verdict(interaction.fields, silent, { version: 51 })).toBe('accepted')
  expect(verdict(interaction.fields, silent, { version: 52 })).toBe('MISSING operation')
  const resolved = resolve(interaction, 51)
  expect(resolved.kind === 'group' && resolved.names.get('operation')?.field.default).toBe('PURCHASE')
})

test.each([
  [{ operation: 'PAY' }, 'INVALID operation'],
  [{ cancelUrl: 'ftp://shop.example/' }, 'INVALID cancelUrl'],
  [{ timeout: 0 }, 'INVALID timeout'],
  [{ timeout: 1801 }, 'INVALID timeout'],
  [{ locale: 'english please' }, 'INVALID locale'],
  [{ merchant: { name: 'x'.repeat(41) } }, 'INVALID merchant.name'],
  [{ displayControl: { customerEmail: 'READ_ONLY' } }, 'INVALID displayControl.customerEmail'],
  [{ displayControl: { colour: 'red' } }, 'UNSUPPORTED displayControl.colour'],
])('%j → %s', (change, expected) => {
  expect(verdict(interaction.fields, { ...page, ...change })).toBe(expected)
})
