import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlOf } from './exchangePanel.ts'

const address = { origin: 'http://127.0.0.1:8080', merchantId: 'TESTMERCHANT' }
const exchange = { title: 'Ask', by: 'server', method: 'GET', path: '/api/rest/version/100/x' } as const

test('a copied line is what the shell understands as the very request, quotes and all', () => {
  const request = { order: { description: `It's a "cup" $HOME \\ 'now'` } }
  const line = curlOf({ ...exchange, method: 'PUT', request }, address)
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${line}`
  const words = execFileSync('sh', ['-c', script], { env: { TOLLGATE_SANDBOX_PASSWORD: 'pass word' } })
  const [flags, x, method, url, u, login, header, type, d, body] = words.toString().split('\0')
  expect([flags, x, method, u, header, d]).toEqual(['-sS', '-X', 'PUT', '-u', '-H', '-d'])
  expect([url, login, type]).toEqual([
    'http://127.0.0.1:8080/api/rest/version/100/x',
    'merchant.TESTMERCHANT:pass word',
    'Content-Type: application/json',
  ])
  expect(JSON.parse(body ?? '')).toEqual(request)
})

test('where the gateway vouches for itself, the line says what to trust', () => {
  const line = curlOf(exchange, { ...address, certificate: "/home/o'neill/data/tls/server.pem" })
  expect(line).toContain(`curl -sS --cacert '/home/o'\\''neill/data/tls/server.pem' 'http://`)
})

test('a request without a body has none in its line', () => {
  expect(curlOf(exchange, address)).toBe(
    `curl -sS 'http://127.0.0.1:8080/api/rest/version/100/x' \\
  -u "merchant.TESTMERCHANT:$TOLLGATE_SANDBOX_PASSWORD"`,
  )
})
