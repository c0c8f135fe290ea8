import { expect, test } from 'vitest'
import { auditActions } from '../../../administration/port.ts'
import { auditActionWords } from '../words/auditActions.ts'
import { wordIn } from '../words/defineWords.ts'
import { auditTelling, detailRows } from './auditSentence.ts'

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')
function told(action: string, details: object = {}, merchantId?: string): string | undefined {
  const telling = auditTelling({ action, details, ...(merchantId !== undefined && { merchantId }) })
  return telling && plain(wordIn(auditActionWords.en[telling.sentence], 'en', telling.values))
}

test('every action has a sentence, and none shows a placeholder where a detail is missing', () => {
  const wrong = auditActions.filter(action => told(action)?.includes('{') ?? true)
  expect(wrong).toEqual([])
  expect(told('something.else')).toBeUndefined()
  expect(told('toString')).toBeUndefined()
})

test('what is told depends on the details', () => {
  expect(told('password.add', { slot: 2 })).toBe('Added the API password of slot 2')
  expect(told('merchant.add', { cell: 0 }, 'SHOP')).toBe('Added the merchant SHOP')
  expect(told('notification.resend', { notificationId: 'a' })).toBe('Sent a notification again: a')
  expect(told('notification.resend', { from: 'x', to: 'y', count: 12 })).toBe('Sent 12 notifications again')
  const refund = { action: 'REFUND', orderId: 'o-1', amount: '5.00', currency: 'EUR' }
  expect(told('payment.act', refund)).toBe('Asked for REFUND of 5.00 EUR on order o-1')
  expect(told('payment.act', { action: 'VOID', orderId: 'o-1' })).toBe('Asked for VOID on order o-1')
  const change = { notifications: { before: false, after: true }, secretOrigins: { after: [] } }
  expect(told('profile.change', change)).toBe('Changed the profile: notifications, secretOrigins')
  expect(told('user.change', { name: { before: 'a', after: 'b' } })).toBe('Changed the own account: name')
  expect(auditTelling({ action: 'keys.new', details: { id: 'k', isUndone: true } })?.isUndone).toBe(true)
})

test('details are rows, changes with what was before', () => {
  expect(detailRows({ slot: 1, role: { before: 'A', after: 'B' }, ranges: [1, 2], none: null })).toEqual([
    { name: 'slot', text: '1' },
    { name: 'role', before: 'A', text: 'B' },
    { name: 'ranges', text: '[1,2]' },
    { name: 'none', text: 'null' },
  ])
  expect(detailRows({ address: { after: 'x' } })).toEqual([{ name: 'address', before: '–', text: 'x' }])
})
