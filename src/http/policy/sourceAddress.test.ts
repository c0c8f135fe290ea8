import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createSourceAddressReader } from './sourceAddress.ts'

test('the source is the peer, as IPv4 where it is one', () => {
  expect(sourceOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(sourceOf('2001:db8::1')).toBe('2001:db8::1')
})

test('X-Forwarded-For of a stranger is ignored', () => {
  expect(sourceOf('192.0.2.1', '198.51.100.1')).toBe('192.0.2.1')
  expect(sourceOf('192.0.2.1', '198.51.100.1', ['10.0.0.0/8'])).toBe('192.0.2.1')
})

test('behind trusted proxies the nearest address that is none of them counts', () => {
  const trusted = ['10.0.0.0/8', '2001:db8::/32']
  expect(sourceOf('10.0.0.1', '198.51.100.1', trusted)).toBe('198.51.100.1')
  expect(sourceOf('10.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.2', trusted)).toBe('198.51.100.1')
  expect(sourceOf('2001:db8::5', '198.51.100.1', trusted)).toBe('198.51.100.1')
  expect(sourceOf('::ffff:10.0.0.1', '198.51.100.1', trusted)).toBe('198.51.100.1')
})

test('what is no address is not believed, whoever wrote it', () => {
  expect(sourceOf('10.0.0.1', 'unknown', ['10.0.0.0/8'])).toBe('10.0.0.1')
  expect(sourceOf('10.0.0.1', '198.51.100.1, <script>, 10.0.0.2', ['10.0.0.0/8'])).toBe('10.0.0.2')
})

test('a proxy that is no address does not start', () => {
  expect(() => createSourceAddressReader(['proxy.example'])).toThrow('proxy.example')
})

function sourceOf(peer: string, forwarded?: string, trusted: readonly string[] = []): string {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return createSourceAddressReader(trusted)(request)
}
