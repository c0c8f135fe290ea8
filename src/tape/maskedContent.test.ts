import { expect, test } from 'vitest'
import { addressFields } from '../contract/addressFields.ts'
import { type FieldTree, isTree } from '../contract/fieldTree.ts'
import type { Content } from '../contract/kit/content.ts'
import { personalFields } from '../contract/personalFields.ts'
import { harmless, tapedRule, tapedStep, withoutPersonalData } from './maskedContent.ts'

/** The same in every field of a tree. */
const filled = (tree: FieldTree, text: string): Content =>
  Object.fromEntries(
    Object.entries(tree).map(([name, inner]) => [name, isTree(inner) ? filled(inner, text) : text]),
  )

const places = (tree: FieldTree, at = ''): readonly string[] =>
  Object.entries(tree).flatMap(([name, inner]) =>
    isTree(inner) ? places(inner, `${at}${name}.`) : [`${at}${name}`],
  )

test('nothing that the contract calls data of the payer stays, and each field is named', () => {
  const all = personalFields()
  expect(places(all).length).toBeGreaterThan(40)
  const { content, masked } = withoutPersonalData(filled(all, 'canary'))
  expect(JSON.stringify(content)).not.toContain('canary')
  expect([...masked].sort()).toEqual([...places(all)].sort())
  expect(withoutPersonalData(content)).toEqual({ content, masked: [] })
})

test('lists are looked through, and what is no data of the payer stays', () => {
  const request = {
    airline: { passenger: [{ lastName: 'canary' }, { firstName: 'canary' }] },
    billing: { address: { street: 'canary', country: 'USA' } },
    order: { amount: '10.00', customerNote: 'canary', reference: 'R-1' },
  }
  const { content } = withoutPersonalData(request)
  expect(JSON.stringify(content)).not.toContain('canary')
  expect(content).toMatchObject({
    billing: { address: { country: 'USA' } },
    order: { amount: '10.00', reference: 'R-1' },
  })
})

test('tokens, sessions and addresses of receivers are taken out: they are as good as secrets', () => {
  const { content, masked } = withoutPersonalData({
    order: { amount: '10.00', notificationUrl: 'https://shop.example/hook/secret' },
    session: { id: 'SESSION9GFGC3DEWLY56JPWFZA0LUP7' },
    sourceOfFunds: { token: '5123454043870008', type: 'CARD' },
  })
  expect(content).toEqual({ order: { amount: '10.00' }, sourceOfFunds: { type: 'CARD' } })
  expect(masked).toEqual(['order.notificationUrl', 'session', 'sourceOfFunds.token'])
})

test('of addresses only their origin is kept: a path or a query may hold what lets somebody in', () => {
  const cart = 'https://shop.example:8443/cart/c4n4ry?token=c4n4ry#c4n4ry'
  const all = filled(addressFields(), cart)
  const { content, masked } = withoutPersonalData(all)
  expect(JSON.stringify(content)).not.toContain('c4n4ry')
  expect(content).toMatchObject({
    browserPayment: { returnUrl: 'https://shop.example:8443/' },
    authentication: { redirectResponseUrl: 'https://shop.example:8443/' },
  })
  expect(masked).toEqual(places(addressFields()).toSorted())
  expect(withoutPersonalData(content)).toEqual({ content, masked: [] })
  const unreadable = { browserPayment: { operation: 'PAY', returnUrl: 'c4n4ry' } }
  expect(withoutPersonalData(unreadable)).toEqual({
    content: { browserPayment: { operation: 'PAY' } },
    masked: ['browserPayment.returnUrl'],
  })
})

test('a card number in any text is taken out, a masked one stays', () => {
  const number = '5123450000000008'
  const hidden = harmless({ a: [`pay ${number} now`, '512345xxxxxx0008'], b: { c: number, d: 7 } })
  expect(hidden).toEqual({ a: ['(card data)', '512345xxxxxx0008'], b: { c: '(card data)', d: 7 } })
})

test('a security code that only its name tells is taken out', () => {
  const hidden = harmless({ custom: { cvv: '123', cardSecurityCode: 9876, room: '123' } })
  expect(hidden).toEqual({ custom: { cvv: '(card data)', cardSecurityCode: '(card data)', room: '123' } })
})

test('of a step only facts are kept that say nothing of the payer', () => {
  const time = '2026-11-15T03:12:00.000Z'
  const answer = {
    outcome: 'approved',
    acquirerCode: '00',
    authorizationCode: 'A1',
    avs: { street: 'canary' },
  }
  const fields = { 39: '00', 43: 'canary', 48: 'canary' }
  const messages = [{ link: 'main', direction: 'sent', type: '0100', raw: 'canary', fields }]
  expect(tapedStep({ step: 'REVERSAL_ATTEMPTED', time, proof: { eci: 'canary' }, answer, messages })).toEqual(
    {
      ...{ step: 'REVERSAL_ATTEMPTED', time },
      answer: { outcome: 'approved', acquirerCode: '00' },
      messages: [{ link: 'main', direction: 'sent', type: '0100', fields: { 39: '00' } }],
    },
  )
  expect(
    tapedStep({ step: 'NOTIFICATION_ATTEMPTED', time, status: 200, target: 'https://shop.example/canary' }),
  ).toEqual({ step: 'NOTIFICATION_ATTEMPTED', time, status: 200, target: 'https://shop.example' })
  expect(tapedRule({ rule: 'r1', verdict: 'HOLDS', saw: 'canary@example.com' })).toEqual({
    ...{ rule: 'r1', verdict: 'HOLDS' },
  })
})
