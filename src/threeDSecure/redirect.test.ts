import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
  const gateway = 'https://pay.example'
  const post = { acsUrl: 'https://acs.example/c', creq: 'abc', gateway }
  const markup = challengeHtml({ ...post, windowSize: '390_X_400' })
  expect(markup).toContain('<div id="threedsChallengeRedirect">')
  expect(markup).toMatch(/<iframe id="challengeFrame" name="challengeFrame"[^>]* width="390" height="400"/)
  expect(markup).toMatch(/<form [^>]*action="https:\/\/acs.example\/c" target="challengeFrame">/)
  expect(markup).toContain('<input type="hidden" name="creq" value="abc">')
  expect(markup).toContain('<script id="authenticate-payer-script">')
  expect(challengeHtml(post)).toContain('width="100%" height="100%"')
})

test('issuers’ pages may do in their frames what the protocol’s tables say, and nothing more', () => {
  const challenge = challengeHtml(plainChallenge('FULL_SCREEN'))
  const method = methodHtml({ methodUrl: '', methodData: '' })
  for (const markup of [challenge, method])
    expect(/ sandbox="([^"]*)"/.exec(markup)?.[1]?.split(' ').sort()).toEqual([
      ...['allow-forms', 'allow-pointer-lock', 'allow-same-origin', 'allow-scripts'],
    ])
  expect(challenge).toContain(' allow="payment *; publickey-credentials-get *"')
})

test('without scripts a button sends the same form, a challenge’s into the page itself', () => {
  const post = { acsUrl: 'https://acs.example/c', creq: 'abc', gateway: '' }
  expect(formIn(challengeHtml(post))).toMatch(/<noscript><button type="submit" formtarget="_self">/)
  expect(formIn(methodHtml({ methodUrl: '', methodData: '' }))).toMatch(/<noscript><button type="submit">/)
})

test('merchants read in the documentation by which hashes their policies name the scripts', () => {
  const page = readFileSync('docs/payers.md', 'utf8')
  const markups = [
    challengeHtml(plainChallenge('FULL_SCREEN')),
    methodHtml({ methodUrl: '', methodData: '' }),
    providerHtml(''),
  ]
  const scripts = markups.flatMap(markup => [...markup.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)])
  const hashes = scripts.map(([, text = '']) => createHash('sha256').update(text).digest('base64'))
  expect(hashes).toHaveLength(4)
  expect(page.match(/(?<='sha256-)[^']+/g)?.sort()).toEqual(hashes.sort())
})

const formIn = (markup: string) => /<form[\s\S]*<\/form>/.exec(markup)?.[0]

test('the issuer’s look at the browser is a hidden frame, a form and a script', () => {
  const markup = methodHtml({ methodUrl: 'https://acs.example/m', methodData: 'abc' })
  expect(markup).toMatch(/<iframe id="methodFrame" name="methodFrame"[^>]* style="[^"]*visibility:hidden/)
  // A frame that is not laid out may not run, or tell less.
  expect(markup).not.toMatch(/<iframe[^>]*( hidden[ >]|display: ?none)/)
  expect(markup).toContain('<input type="hidden" name="threeDSMethodData" value="abc">')
  expect(markup).toContain('<script id="initiate-authentication-script">')
})

test('where nothing is asked, the form goes to the merchant by the script of a challenge', () => {
  const markup = frictionlessHtml({ address: 'https://shop.example/back', fields: { result: 'SUCCESS' } })
  expect(markup).toMatch(/<form id="authenticatePayerForm" [^>]*action="https:\/\/shop.example\/back">/)
  expect(markup).toContain('<input type="hidden" name="result" value="SUCCESS">')
  const scriptIn = (text: string) => /<script id="authenticate-payer[\s\S]*<\/script>/.exec(text)?.[0]
  expect(scriptIn(markup)).toBe(scriptIn(challengeHtml(plainChallenge('FULL_SCREEN'))))
  expect(scriptIn(frictionlessHtml(undefined))).toBeUndefined()
})

test('no value gets out of its attribute, and the scripts are the same for everybody', () => {
  const hostile = fc.oneof(fc.string(), fc.constantFrom('"><script>', "'", '</script>', '&quot;'))
  const windowSize = fc.constantFrom(...challengeWindowSizes)
  fc.assert(
    fc.property(hostile, hostile, windowSize, (one, other, size) => {
      const markups = [
        [
          challengeHtml({ acsUrl: one, creq: other, gateway: one, windowSize: size }),
          challengeHtml(plainChallenge(size)),
        ],
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
        expect(markup.replace(/(value|action|data-gateway)="[^"<>]*"/g, '$1=""')).toBe(plain)
    }),
  )
})

const plainChallenge = (windowSize: (typeof challengeWindowSizes)[number]) =>
  ({ acsUrl: '', creq: '', gateway: '', windowSize }) as const
