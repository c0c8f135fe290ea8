import { request } from 'node:https'
import type { SecureVersion } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../test/freePorts.ts'
import {
  type CertificatePair,
  issueClientCertificate,
  issueServerCertificate,
  makeAuthority,
} from '../certificates/ownCertificates.ts'
import type { ListenerTls } from '../http/transport/tls.ts'
import { readUpTo } from '../platform/files.ts'
import { createLog } from '../platform/log.ts'
import { openResultsListener, type ResultsDoor } from './resultsListener.ts'

type SchemePairs = Readonly<Record<'authority' | 'client' | 'server', CertificatePair>>

/** The scheme's authority, its directory server's certificate, and ours by the name that it knows us by. */
async function schemeOf(name: string): Promise<SchemePairs> {
  const wanted = { name, nowMs: Date.now(), days: 1 }
  const authority = await makeAuthority(wanted)
  const [client, server] = await Promise.all([
    issueClientCertificate(authority, wanted),
    issueServerCertificate(authority, { ...wanted, names: [`${name}.gateway.example`] }),
  ])
  return { authority, client, server }
}

type Door = ResultsDoor & { exchange(server: CertificatePair): void }

function doorOf(name: string, { authority, server }: SchemePairs, more: Partial<ResultsDoor> = {}): Door {
  let current = server
  let act = () => {}
  const tls: ListenerTls = {
    material: () => ({ ...current, clientAuthoritiesPem: authority.certificatePem }),
    onChange(changed) {
      act = changed
    },
  }
  const files = { certificate: '', key: '' }
  return {
    directoryServer: { name, results: { address: `https://${name}.gateway.example/r`, port, ...files } },
    ...{ tls, receiver: { receive: async text => `${name} has ${text}` }, ...more },
    exchange(next) {
      current = next
      act()
    },
  }
}

let port = 0
const lines: string[] = []
const log = createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } })
const listening = (...doors: [Door, ...Door[]]) => openResultsListener({ doors, host: '127.0.0.1', log })

type Caller = {
  readonly by?: CertificatePair
  readonly name?: string
  readonly host?: string
  readonly version?: SecureVersion
  readonly trusts?: readonly CertificatePair[]
}

/** What was answered, or why there was no connection. */
function posted({ by, name = '', host = 'any.example', version = 'TLSv1.3', trusts }: Caller) {
  return new Promise<string>(resolve => {
    const given = {
      ...{ host: '127.0.0.1', port, path: '/r', method: 'POST', agent: false as const, servername: name },
      ...(by && { cert: by.certificatePem, key: by.keyPem }),
      ...{ minVersion: version, maxVersion: version },
      ca: (trusts ?? [a.authority, b.authority]).map(({ certificatePem }) => certificatePem),
      // Whose certificate it is shows the authority; without a name there is nothing to compare.
      checkServerIdentity: () => undefined,
      headers: { 'content-type': 'application/json', host },
    }
    const post = request(given, response => {
      readUpTo(response, 10_000).then(
        text => resolve(response.statusCode === 200 ? String(text) : String(response.statusCode)),
        () => resolve('refused'),
      )
    })
    post.on('error', () => resolve('refused'))
    post.end('{}')
  })
}

let a: SchemePairs
let b: SchemePairs
beforeAll(async () => {
  const [first, second] = await Promise.all([schemeOf('a'), schemeOf('b')])
  a = first
  b = second
  port = await freePort()
})

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('two directory servers on one port, over %s', version => {
  let doors: [Door, Door]
  let close: () => Promise<void>
  beforeAll(async () => {
    doors = [doorOf('a', a), doorOf('b', b)]
    close = await listening(...doors)
  })
  afterAll(() => close?.())

  test('each delivers by its name, in any letters, and whatever the Host header says', async () => {
    const trustsOwn = { trusts: [a.authority] }
    expect(await posted({ version, by: a.client, name: 'a.gateway.example', ...trustsOwn })).toBe('a has {}')
    expect(await posted({ version, by: b.client, name: 'B.Gateway.Example' })).toBe('b has {}')
    const host = 'a.gateway.example'
    expect(await posted({ version, by: b.client, name: 'b.gateway.example', host })).toBe('b has {}')
  })

  test('the certificate of one does not open the door of the other, nor does none', async () => {
    expect(await posted({ version, by: a.client, name: 'b.gateway.example' })).toBe('refused')
    expect(await posted({ version, by: b.client, name: 'a.gateway.example' })).toBe('refused')
    lines.length = 0
    expect(await posted({ version, name: 'a.gateway.example' })).toBe('refused')
    await expect.poll(() => lines.join()).toContain('TLS ')
  })

  test('without a name, or with one that nobody has, there is no connection', async () => {
    for (const by of [a.client, b.client])
      for (const name of ['', 'c.gateway.example', 'gateway.example'])
        expect(await posted({ version, by, name })).toBe('refused')
  })

  test('a certificate is exchanged behind its name', async () => {
    const other = await schemeOf('other')
    const caller = { version, by: a.client, name: 'a.gateway.example', trusts: [other.authority] }
    expect(await posted(caller)).toBe('refused')
    doors[0].exchange(other.server)
    expect(await posted(caller)).toBe('a has {}')
    doors[0].exchange(a.server)
    expect(await posted({ ...caller, trusts: [a.authority] })).toBe('a has {}')
  })
})

test('alone on its port, a directory server needs no name, and only its own certificate counts', async () => {
  const close = await listening(doorOf('a', a))
  expect(await posted({ by: a.client })).toBe('a has {}')
  expect(await posted({ by: b.client })).toBe('refused')
  await close()
})

test('a stop waits for the answer under way', async () => {
  let answerNow: ((text: string) => void) | undefined
  const receive = () => new Promise<string>(resolve => (answerNow = resolve))
  const close = await listening(doorOf('a', a, { receiver: { receive } }), doorOf('b', b))
  const answered = posted({ by: a.client, name: 'a.gateway.example' })
  await expect.poll(() => answerNow).toBeDefined()
  const closed = close()
  answerNow?.('received')
  expect(await answered).toBe('received')
  await closed
})
