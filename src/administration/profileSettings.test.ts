import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ordinaryProfile, profileSettings } from '../orders/merchant.ts'
import { isRejection } from '../orders/rejection.ts'
import { actorOf } from './context.ts'
import { readSettings } from './merchants.ts'
import { changesOf } from './settingTexts.ts'

test.each([
  [['captureExcessPercent=15'], { captureExcessPercent: 15 }],
  [['captureExcessPercent=007'], { captureExcessPercent: 7 }],
  [['notifications=true', 'unmasking=false'], { notifications: true, unmasking: false }],
  [['allowedSources=192.0.2.0/24, 2001:db8::1'], { allowedSources: ['192.0.2.0/24', '2001:db8::1'] }],
  [['allowedSources='], { allowedSources: [] }],
  [['notificationUrl=https://shop.example/hook?a=b'], { notificationUrl: 'https://shop.example/hook?a=b' }],
  [['notificationUrl='], { notificationUrl: '' }],
  [[], {}],
])('%j is read', (texts, settings) => {
  expect(readSettings(texts)).toEqual(settings)
})

test.each([
  ['allowedOrigin=https://shop.example', 'allowedOrigin', 'allowedOrigins'],
  ['NOTIFICATIONURL=', 'NOTIFICATIONURL', 'notificationUrl'],
  ['capture', 'capture', 'captureExcessPercent'],
  ['requestPerSecond=5', 'requestPerSecond', 'requestsPerSecond'],
])('%s names no setting, and the nearest one is told', (text, field, nearest) => {
  expect(readSettings([text])).toMatchObject({
    field,
    validationType: 'UNSUPPORTED',
    explanation: expect.stringContaining(`There is no setting '${field}'. The nearest setting is ${nearest}`),
  })
})

test.each(['constructor', ''])('%j is near no setting, and none is guessed', field => {
  expect(readSettings([`${field}=1`])).toMatchObject({
    field,
    validationType: 'UNSUPPORTED',
    explanation: `There is no setting '${field}'. See tollgate merchants profile --help for all there are.`,
  })
})

test.each([
  ['captureExcessPercent=101', 'It must be a whole number from 0 to 100.'],
  ['captureExcessPercent=-1', 'It must be a whole number from 0 to 100.'],
  ['captureExcessPercent=1e1', 'It must be a whole number from 0 to 100.'],
  ['captureExcessPercent=', 'It must be a whole number from 0 to 100.'],
  ['captureExcessPercent', 'captureExcessPercent=value'],
  ['notifications=yes', 'It must be true or false.'],
  ['notifications=TRUE', 'It must be true or false.'],
  ['allowedSources=192.0.2.0/33', 'addresses or networks'],
  ['allowedSources=192.0.2.1,,192.0.2.2', 'addresses or networks'],
  ['allowedOrigins=https://shop.example/', 'origins'],
  ['notificationUrl=http://shop.example', 'https address'],
])('%s is refused with what it expects', (text, expected) => {
  expect(readSettings(['debugInformation=true', text])).toMatchObject({
    field: text.split('=')[0],
    explanation: expect.stringContaining(expected),
  })
})

test('a setting is said once', () => {
  expect(readSettings(['unmasking=true', 'unmasking=false'])).toMatchObject({ field: 'unmasking' })
})

test('no text makes it throw or lets a value in that its setting does not accept', () => {
  const name = fc.oneof(fc.constantFrom(...Object.keys(profileSettings)), fc.string())
  const text = fc.tuple(name, fc.string()).map(([left, right]) => `${left}=${right}`)
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.string()), { maxLength: 3 }), texts => {
      const read = readSettings(texts)
      if (isRejection(read)) return
      for (const [name, value] of Object.entries(read)) {
        const setting = Object.entries(profileSettings).find(([known]) => known === name)?.[1]
        expect(setting?.accepts(value)).toBe(true)
      }
    }),
  )
})

test('only what differs is a change', () => {
  const settings = { captureExcessPercent: 0, refundExcessPercent: 5, allowedSources: [] }
  expect(changesOf(ordinaryProfile, settings)).toEqual([{ name: 'refundExcessPercent', before: 0, after: 5 }])
})

test('who did it is told on one line, whatever they are called', () => {
  expect(actorOf(' alice@host ')).toBe('alice@host')
  expect(actorOf('al\nice\u202e\ud800')).toBe('al?ice??')
  expect([...actorOf('💶'.repeat(300))]).toHaveLength(200)
  expect(actorOf('')).toBe('unknown')
  expect(actorOf('alice with 4508 7500 1574 1019')).toBe('unknown')
})
