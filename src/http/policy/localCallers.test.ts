import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { checkLocal } from './hostNames.ts'

const here = { peer: '127.0.0.1', url: '/sandbox/clock', headers: { host: '127.0.0.1:8080' } }

test.each([
  ['curl on this machine', here],
  ['a listener on every address', { ...here, peer: '::ffff:127.0.0.1' }],
  ['another address of loopback', { ...here, peer: '127.9.9.9', headers: { host: '127.9.9.9' } }],
  ['version 6', { ...here, peer: '::1', headers: { host: '[::1]:8080' } }],
  ['by name', { ...here, headers: { host: 'LocalHost:8080' } }],
  ['a page of the gateway itself', withHeaders({ origin: 'http://127.0.0.1:8080' })],
  ['its own script', withHeaders({ 'sec-fetch-site': 'same-origin' })],
  ['the address bar', withHeaders({ 'sec-fetch-site': 'none' })],
])('%s may come in', (_who, caller) => {
  expect(checkLocal(requestOf(caller))).toBeUndefined()
})

test.each([
  ['a neighbour', { ...here, peer: '192.0.2.7' }],
  ['a peer nobody knows', { ...here, peer: undefined }],
  ['an address that only begins like loopback', { ...here, peer: '127.0.0.1.example' }],
  ['a proxy on this machine', withHeaders({ 'x-forwarded-for': '127.0.0.1' })],
  ['a proxy with better manners', withHeaders({ forwarded: 'for=127.0.0.1' })],
  ['a proxy that only leaves its name', withHeaders({ via: '1.1 proxy' })],
  ['a name pointed at loopback by its owner', { ...here, headers: { host: 'rebound.example:8080' } }],
  ['a name that begins like one of ours', { ...here, headers: { host: 'localhost.example' } }],
  ['a name that ends like one of ours', { ...here, headers: { host: 'evil-localhost' } }],
  ['an address without its brackets', { ...here, headers: { host: '::1' } }],
  ['nobody to be addressed', { ...here, headers: {} }],
  ['an address in the request line', { ...here, url: 'http://rebound.example/sandbox/clock' }],
  ['a page from the web', withHeaders({ origin: 'https://shop.example' })],
  ['a page without an origin of its own', withHeaders({ origin: 'null' })],
  ['a page of another port', withHeaders({ origin: 'http://127.0.0.1:3000' })],
  ['a page of another name for this machine', withHeaders({ origin: 'http://localhost:8080' })],
  ['a page over TLS', withHeaders({ origin: 'https://127.0.0.1:8080' })],
  ['an image in a page', withHeaders({ 'sec-fetch-site': 'cross-site' })],
  ['an image in a page of another port', withHeaders({ 'sec-fetch-site': 'same-site' })],
])('%s is refused', (_who, caller) => {
  expect(checkLocal(requestOf(caller))).toMatchObject({ cause: 'REQUEST_REJECTED' })
})

type Caller = {
  readonly peer: string | undefined
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

function withHeaders(headers: Readonly<Record<string, string>>): Caller {
  return { ...here, headers: { ...here.headers, ...headers } }
}

function requestOf({ peer, url, headers }: Caller): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  return Object.assign(new IncomingMessage(socket), { url, headers })
}
