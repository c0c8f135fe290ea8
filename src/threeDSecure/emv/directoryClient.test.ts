import { createServer as createNetServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CertificatePair,
  issueClientCertificate,
  issueServerCertificate,
  makeAuthority,
} from '../../certificates/ownCertificates.ts'
import { systemClock } from '../../platform/clock.ts'
import { createDirectoryClient } from './directoryClient.ts'

/** What happens to a connection, from the first byte that came over it on. */
type Fate = (socket: Socket) => void

describe('a message goes to a directory server once', () => {
  let authority: CertificatePair
  let server: CertificatePair
  let client: CertificatePair
  const servers: Server[] = []
  beforeAll(async () => {
    const nowMs = Date.now()
    authority = await makeAuthority({ name: 'a scheme', nowMs })
    server = await issueServerCertificate(authority, { names: ['127.0.0.1'], nowMs })
    client = await issueClientCertificate(authority, { name: 'a gateway', nowMs })
  })
  afterAll(() => {
    for (const each of servers) each.close()
  })

  const listening = async (made: Server): Promise<string> => {
    servers.push(made)
    await new Promise<void>(done => made.listen(0, '127.0.0.1', done))
    const address = made.address()
    return `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  }
  /** A directory server that does with every request what it is told, and how many it received. */
  const directoryServer = async (fate: Fate) => {
    const received: string[] = []
    const options = { cert: server.certificatePem, key: server.keyPem, ca: authority.certificatePem }
    const made = createTlsServer({ ...options, requestCert: true }, socket => {
      socket.on('error', () => undefined)
      socket.once('data', bytes => {
        received.push(String(bytes))
        fate(socket)
      })
    })
    return { address: await listening(made), received }
  }
  /** One that hangs up before the handshake is over. */
  const hangingUp = async () => {
    let connections = 0
    const made = createNetServer(socket => {
      connections += 1
      socket.on('error', () => undefined)
      socket.once('data', () => socket.destroy())
    })
    return { address: await listening(made), connections: () => connections }
  }
  const ask = (addresses: readonly string[], answerMs = 5_000, own = client) => {
    const tls = { certificate: own.certificatePem, key: own.keyPem, authorities: authority.certificatePem }
    const options = { addresses, tls: () => tls, clock: systemClock }
    return createDirectoryClient(options).ask('{"messageType":"AReq"}', {
      answerMs,
      deadline: systemClock.deadline(5_000),
    })
  }
  const answer = (body: string, length = body.length) =>
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`
  const unused = 'https://127.0.0.1:9/'

  test('an end that is neither an answer nor an error is silence', async () => {
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'
    const { address } = await directoryServer(socket => socket.end(switching))
    expect(await ask([address])).toMatchObject({ state: 'silent' })
  })

  test('an address that is none costs nothing where another one is right', async () => {
    const { address } = await directoryServer(socket => socket.end(answer('{}')))
    expect(await ask(['https://ds.example:99999/x', address])).toEqual({ state: 'answered', text: '{}' })
  })

  test('a connection that is refused is tried once more, and nothing was sent', async () => {
    expect(await ask([unused])).toEqual({ state: 'unsent', reason: '127.0.0.1:9: ECONNREFUSED' })
    const broken = await hangingUp()
    expect(await ask([broken.address])).toMatchObject({ state: 'unsent' })
    expect(broken.connections()).toBe(2)
  })

  test('the second address takes the message where the first one cannot be reached', async () => {
    const broken = await hangingUp()
    const second = await directoryServer(socket => socket.end(answer('{}')))
    expect(await ask([broken.address, second.address])).toEqual({ state: 'answered', text: '{}' })
    expect([broken.connections(), second.received.length]).toEqual([1, 1])
  })

  test.each<readonly [string, Fate]>([
    ['it hangs up', socket => socket.destroy()],
    ['it says nothing', () => undefined],
    ['its answer stops in the middle', socket => socket.end(answer('{"messageType":', 100))],
    ['its answer never ends', socket => socket.write(answer('{"messageType":', 100))],
    ['it answers with something else', socket => socket.end('220 mail.example\r\n')],
  ])('once a byte went out, nothing is sent again: %s', async (_, fate) => {
    const { address, received } = await directoryServer(fate)
    expect(await ask([address, address], 300)).toMatchObject({ state: 'silent' })
    expect(received).toHaveLength(1)
  })

  test('a server that does not accept our certificate reads nothing', async () => {
    const { address, received } = await directoryServer(socket => socket.end(answer('{}')))
    const stranger = await makeAuthority({ name: 'nobody', nowMs: Date.now() })
    const own = await issueClientCertificate(stranger, { name: 'a gateway', nowMs: Date.now() })
    // With TLS 1.3 a client hears of it only after its own first bytes.
    expect((await ask([address], 5_000, own)).state).toMatch(/^(?:unsent|silent)$/)
    expect(received).toEqual([])
  })

  test('somebody else with the address gets nothing', async () => {
    const stranger = await makeAuthority({ name: 'nobody', nowMs: Date.now() })
    const own = await issueServerCertificate(stranger, { names: ['127.0.0.1'], nowMs: Date.now() })
    let heard = 0
    const impostor = createTlsServer({ cert: own.certificatePem, key: own.keyPem }, socket =>
      socket.on('data', () => (heard += 1)),
    )
    expect(await ask([await listening(impostor)])).toMatchObject({ state: 'unsent' })
    expect(heard).toBe(0)
  })
})
