import { expect, test } from 'vitest'
import { decodedForm, judgeChallengeForm, judgeMethodForm } from './browserForms.ts'
import { aboutBefore, goodMessages } from './goldens.ts'
import type { JsonObject } from './json.ts'

const coded = (message: JsonObject) => Buffer.from(JSON.stringify(message)).toString('base64url')
const opening = goodMessages('CReq', '2.2.0')[0] ?? {}
const about = aboutBefore('CReq', '2.2.0')
const server = { threeDSServerTransID: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e' }
const method = { ...server, threeDSMethodNotificationURL: 'https://pay.gateway.example/3ds/method/1' }

test('a challenge is opened by a form of base64url without padding', () => {
  expect(judgeChallengeForm({ creq: coded(opening), threeDSSessionData: 'kept' }, about)).toEqual([])
  expect(JSON.parse(decodedForm(coded(opening)))).toEqual(opening)
  const padded = `${coded(opening)}=`
  expect(judgeChallengeForm({ creq: padded }, about).map(({ code }) => code)).toEqual(['sender'])
  expect(judgeChallengeForm({ creq: '{}' }, about).map(({ code }) => code)).toEqual(['203', '101'])
  const withoutWindow = coded({ ...opening, challengeWindowSize: undefined })
  expect(judgeChallengeForm({ creq: withoutWindow }, about)[0]?.fields).toEqual(['challengeWindowSize'])
  const long = { creq: coded(opening), threeDSSessionData: 'x'.repeat(1025) }
  expect(judgeChallengeForm(long, about)[0]?.fields).toEqual(['threeDSSessionData'])
})

test('the method is told where to come back to, and comes back with the id alone', () => {
  expect(judgeMethodForm(coded(method))).toEqual([])
  expect(judgeMethodForm(coded(server))[0]?.fields).toEqual(['threeDSMethodNotificationURL'])
  expect(judgeMethodForm(coded(server), { isBack: true })).toEqual([])
  expect(judgeMethodForm('nonsense')[0]?.code).toBe('101')
})
