import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createHostNames } from './hostNames.ts'

const strict = createHostNames({
  publicUrl: 'https://pay.shop.example:8443',
  hosts: ['gateway.local', '2001:db8::7'],
  isStrict: true,
})
const usual = createHostNames({ publicUrl: 'https://pay.shop.example' })

test.each([
  'localhost:8080',
  '127.0.0.1',
  '[::1]:8080',
  'Gateway.Local:8080',
  'pay.shop.example',
  '[2001:db8::7]',
  '192.0.2.10:9999',
])('a sandbox is called %s', host => {
  expect(strict.check(requestOf({ host }))).toBeUndefined()
})

test.each([
  'rebound.example',
  'localhost.example',
  'localhost.',
  'pay.shop.example.evil.example',
  '192.0.2.11',
  '2001:db8::7',
  '',
  undefined,
])('a sandbox is not called %s', host => {
  expect(strict.check(requestOf(host === undefined ? {} : { host }))).toMatchObject({ status: 421 })
})

test('where only operators come, no page of another origin is heard, in production neither', () => {
  const operators = createHostNames({ isWithoutPages: true })
  const judged = (headers: Record<string, string>) =>
    operators.check(requestOf({ host: 'node-1.example:9090', ...headers }))
  expect(judged({})).toBeUndefined()
  expect(judged({ 'sec-fetch-site': 'none' })).toBeUndefined()
  expect(judged({ origin: 'https://evil.example' })).toMatchObject({ status: 403 })
  expect(judged({ 'sec-fetch-site': 'same-site' })).toMatchObject({ status: 403 })
  expect(usual.check(requestOf({ host: 'a.example', origin: 'https://evil.example' }))).toBeUndefined()
})

test('in production any name will do, but for what names a host in its first line', () => {
  expect(usual.check(requestOf({ host: 'whatever.example' }))).toBeUndefined()
  const aimed = (url: string, host: string) => usual.check(requestOf({ host }, url))
  expect(aimed('https://pay.shop.example/live', 'pay.shop.example')).toBeUndefined()
  expect(aimed('http://127.0.0.1:8080/live', '127.0.0.1:8080')).toBeUndefined()
  for (const url of ['http://evil.example/live', 'ftp://evil.example/live', 'http://evil.example'])
    expect(aimed(url, 'evil.example')).toMatchObject({ status: 421 })
  expect(aimed('http://evil.example/live', 'pay.shop.example')).toMatchObject({ status: 421 })
  expect(aimed('http://pay.shop.example/live', 'evil.example')).toMatchObject({ status: 421 })
})

test.each([
  [{ host: 'localhost:8080' }, false, 'a program'],
  [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, false, 'a page of ours'],
  [{ host: 'internal', origin: 'https://pay.shop.example' }, false, 'a page of ours, behind a proxy'],
  [{ host: 'localhost', 'sec-fetch-site': 'none' }, false, 'a person'],
  [{ host: 'evil.example', origin: 'http://evil.example' }, true, 'a page of a name pointed here'],
  [{ host: 'localhost:8080', origin: 'https://localhost:8080' }, true, 'a page over TLS'],
  [{ host: 'localhost:8080', origin: 'http://localhost:3000' }, true, 'a page of another port'],
  [{ host: 'localhost:8080', origin: 'null' }, true, 'a page of nowhere'],
  [{ host: 'localhost:8080', origin: '' }, true, 'a page that says nothing'],
  [{ host: 'localhost:8080', 'sec-fetch-site': 'same-site' }, true, 'an image of another port'],
  [
    { host: 'localhost', origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
    true,
    'one that contradicts itself',
  ],
])('%j is of a foreign page: %s (%s)', (headers, isForeign, _who) => {
  expect(usual.isOfForeignPage(requestOf(headers))).toBe(isForeign)
})

function requestOf(headers: Readonly<Record<string, string>>, url = '/live'): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'localAddress', { value: '::ffff:192.0.2.10' })
  return Object.assign(new IncomingMessage(socket), { url, headers })
}
