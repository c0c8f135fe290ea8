import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  challengeHtml,
  challengeWindowSizes,
  frictionlessHtml,
  legacyHtml,
  methodHtml,
  providerHtml,
} from './redirect.ts'

test('a challenge is a frame, a form that posts into it, and a script that sends the form', () => {
  const markup = challengeHtml({ acsUrl: 'https://acs.example/c', creq: 'abc', windowSize: '390_X_400' })
  expect(markup).toContain('<div id="threedsChallengeRedirect">')
  expect(markup).toMatch(/<iframe id="challengeFrame" name="challengeFrame"[^>]* width="390" height="400"/)
  expect(markup).toMatch(/<form [^>]*action="https:\/\/acs.example\/c" target="challengeFrame">/)
  expect(markup).toContain('<input type="hidden" name="creq" value="abc">')
  expect(markup).toContain('<script id="authenticate-payer-script">')
  expect(challengeHtml({ acsUrl: 'x', creq: 'y' })).toContain('width="100%" height="100%"')
})

test('the issuer’s look at the browser is a hidden frame, a form and a script', () => {
  const markup = methodHtml({ methodUrl: 'https://acs.example/m', methodData: 'abc' })
  expect(markup).toMatch(/<iframe id="methodFrame" name="methodFrame"[^>]* hidden>/)
  expect(markup).toContain('<input type="hidden" name="threeDSMethodData" value="abc">')
  expect(markup).toContain('<script id="initiate-authentication-script">')
})

test('where nothing is asked, the form goes to the merchant by the script of a challenge', () => {
  const markup = frictionlessHtml({ address: 'https://shop.example/back', fields: { result: 'SUCCESS' } })
  expect(markup).toMatch(/<form id="authenticatePayerForm" [^>]*action="https:\/\/shop.example\/back">/)
  expect(markup).toContain('<input type="hidden" name="result" value="SUCCESS">')
  const scriptIn = (text: string) => /<script[\s\S]*<\/script>/.exec(text)?.[0]
  expect(scriptIn(markup)).toBe(scriptIn(challengeHtml({ acsUrl: '', creq: '' })))
  expect(scriptIn(frictionlessHtml(undefined))).toBeUndefined()
})

test('no value gets out of its attribute, and the scripts are the same for everybody', () => {
  const hostile = fc.oneof(fc.string(), fc.constantFrom('"><script>', "'", '</script>', '&quot;'))
  const windowSize = fc.constantFrom(...challengeWindowSizes)
  fc.assert(
    fc.property(hostile, hostile, windowSize, (one, other, size) => {
      const markups = [
        [challengeHtml({ acsUrl: one, creq: other, windowSize: size }), challengeHtml(plainChallenge(size))],
        [methodHtml({ methodUrl: one, methodData: other }), methodHtml({ methodUrl: '', methodData: '' })],
        [
          legacyHtml({ acsUrl: one, paReq: other, termUrl: one, merchantData: other }),
          legacyHtml({ acsUrl: '', paReq: '', termUrl: '', merchantData: '' }),
        ],
        [
          frictionlessHtml({ address: one, fields: { result: other } }),
          frictionlessHtml({ address: '', fields: { result: '' } }),
        ],
        [providerHtml(one), providerHtml('')],
      ]
      for (const [markup = '', plain] of markups)
        expect(markup.replace(/(value|action)="[^"<>]*"/g, '$1=""')).toBe(plain)
    }),
  )
})

const plainChallenge = (windowSize: (typeof challengeWindowSizes)[number]) =>
  ({ acsUrl: '', creq: '', windowSize }) as const
