import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { StartRefusal } from '../platform/errors.ts'
import { readConfig } from './config.ts'

const production = {
  TOLLGATE_MODE: 'production',
  TOLLGATE_ACQUIRER: 'simulated',
  TOLLGATE_DATABASE_URL: 'postgres://tollgate:hunter2@db.example:5432/tollgate',
  TOLLGATE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  TOLLGATE_PUBLIC_URL: 'https://pay.shop.example',
}

const refusals: [what: string, env: NodeJS.ProcessEnv, line: string][] = [
  ['TLS of nobody’s', { TOLLGATE_TLS: 'on' }, 'TOLLGATE_TLS must be off or self-signed or files, not "on"'],
  [
    'TLS without its files',
    { TOLLGATE_TLS: 'files', TOLLGATE_TLS_KEY: 'k.pem' },
    'TOLLGATE_TLS=files needs TOLLGATE_TLS_CERTIFICATE and TOLLGATE_TLS_KEY',
  ],
  ['half a pair', { TOLLGATE_TLS_CERTIFICATE: 'c.pem' }, 'TOLLGATE_TLS_CERTIFICATE needs TOLLGATE_TLS_KEY'],
  ['the other half', { TOLLGATE_TLS_KEY: 'k.pem' }, 'TOLLGATE_TLS_KEY needs TOLLGATE_TLS_CERTIFICATE'],
  [
    'a certificate that nobody would see',
    { TOLLGATE_TLS_CERTIFICATE: 'c.pem', TOLLGATE_TLS_KEY: 'k.pem' },
    'TOLLGATE_TLS_CERTIFICATE is not used where TOLLGATE_TLS=off: set TOLLGATE_TLS=files',
  ],
  [
    'production in the open on every address',
    { ...production, TOLLGATE_HOST: '0.0.0.0' },
    'TOLLGATE_HOST=0.0.0.0 is beyond loopback and TOLLGATE_TLS=off: set TOLLGATE_TLS=files, or name the ' +
      'proxy that ends TLS in TOLLGATE_TRUSTED_PROXIES',
  ],
  ...['0.0.0.0/0', '::/0', '10.0.0.0/8, 128.0.0.0/1', '2000::/3', '::ffff:0.0.0.0/96', '::1/64'].map(
    (text): (typeof refusals)[number] => [
      `everybody is a proxy (${text})`,
      { ...production, TOLLGATE_HOST: '0.0.0.0', TOLLGATE_TRUSTED_PROXIES: text },
      `TOLLGATE_TRUSTED_PROXIES: ${text.split(', ').at(-1)} is everybody, and whoever is trusted`,
    ],
  ),
  [
    'two certificates for one listener',
    { TOLLGATE_TLS: 'self-signed', TOLLGATE_TLS_CERTIFICATE: 'c.pem', TOLLGATE_TLS_KEY: 'k.pem' },
    'TOLLGATE_TLS_CERTIFICATE is not used where TOLLGATE_TLS=self-signed',
  ],
  [
    'an authority that nobody asks',
    { TOLLGATE_CLIENT_CA: 'ca.pem' },
    'TOLLGATE_CLIENT_CA needs TOLLGATE_CERTIFICATE_PORT',
  ],
  [
    'production with a test authority',
    { ...production, TOLLGATE_CERTIFICATE_PORT: '8443' },
    'TOLLGATE_CERTIFICATE_PORT needs TOLLGATE_CLIENT_CA where TOLLGATE_MODE=production',
  ],
  [
    'production that asks for certificates and has none',
    { ...production, TOLLGATE_CERTIFICATE_PORT: '8443', TOLLGATE_CLIENT_CA: 'ca.pem' },
    'TOLLGATE_CERTIFICATE_PORT needs TOLLGATE_TLS_CERTIFICATE where TOLLGATE_MODE=production',
  ],
  [
    'two listeners on one port',
    { TOLLGATE_PORT: '8443', TOLLGATE_CERTIFICATE_PORT: '8443' },
    'TOLLGATE_CERTIFICATE_PORT=8443 is taken by TOLLGATE_PORT',
  ],
]

test.each(refusals)('Refuses to start: %s', (_what, env, line) => {
  const start = () => readConfig(env)
  expect(start).toThrow(StartRefusal)
  expect(start).toThrow(line)
})

test('Production speaks in the open on loopback, and to a proxy that was named', () => {
  const read = (more: NodeJS.ProcessEnv) => readConfig({ ...production, ...more }).tls
  for (const host of ['127.0.0.1', '::1', 'localhost']) expect(read({ TOLLGATE_HOST: host })).toBe('off')
  const proxy = { TOLLGATE_HOST: '::', TOLLGATE_TRUSTED_PROXIES: '10.0.0.0/24' }
  expect(read(proxy)).toBe('off')
  const files = { TOLLGATE_TLS: 'files', TOLLGATE_TLS_CERTIFICATE: 'c.pem', TOLLGATE_TLS_KEY: 'k.pem' }
  expect(read({ ...files, TOLLGATE_HOST: '::' })).toBe('files')
})

test('A listener for certificates may have a certificate where the usual one is in the open', () => {
  const files = { TOLLGATE_TLS_CERTIFICATE: 'c.pem', TOLLGATE_TLS_KEY: 'k.pem', TOLLGATE_CLIENT_CA: 'ca.pem' }
  const config = readConfig({ ...production, ...files, TOLLGATE_CERTIFICATE_PORT: '8443' })
  expect(config).toMatchObject({ tls: 'off', certificatePort: 8443, tlsCertificate: resolve('c.pem') })
})
