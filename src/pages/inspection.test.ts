import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { compare, inspect } from './inspection.ts'

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const own = 'pay()'
const entry = {
  name: 'checkout page',
  address: 'inline on /checkout/pay/{sessionId}',
  integrity: '',
  hash: hashOf(own),
  reason: 'It pays.',
}
const policy = `default-src 'none'; script-src '${entry.hash}'; base-uri 'none'`
const page = (scripts: string) => `<!doctype html><body>${scripts}</body>`
const flaws = (html: string, given = policy) =>
  inspect({ html, policy: given }, [entry]).flatMap(({ isFlaw, line }) => (isFlaw ? [line] : []))

test('a page with the released script and data beside it has no flaw', () => {
  expect(flaws(page(`<script type="application/json" id="d">{}</script><script>${own}</script>`))).toEqual([])
})

test('a script that was added, changed or loaded from elsewhere is found', () => {
  expect(flaws(page(`<script>${own}</script><script>steal()</script>`))).toEqual([
    expect.stringContaining('in no release'),
  ])
  expect(flaws(page(`<script>${own} </script>`))).toEqual([expect.stringContaining('in no release')])
  expect(flaws(page('<script src="https://elsewhere.example/x.js"></script>'))).toEqual([
    'a script is loaded from https://elsewhere.example/x.js',
  ])
})

test('a policy that lets in more than hashes is found', () => {
  expect(
    flaws(page(`<script>${own}</script>`), policy.replace('script-src', "script-src 'unsafe-inline'")),
  ).toEqual(["the policy lets in scripts by 'unsafe-inline'"])
  expect(flaws(page(''), 'script-src')).toEqual(["the policy does not begin with default-src 'none'"])
})

test('a script that stands for itself is compared byte by byte', () => {
  expect(compare(own, entry).isFlaw).toBe(false)
  expect(compare(`${own} `, entry).isFlaw).toBe(true)
})
