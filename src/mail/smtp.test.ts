import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { headerOf, startMailServer, type TestMailServer } from '../../test/support/mail/mailServer.ts'
import { issueServerCertificate, makeAuthority } from '../certificates/ownCertificates.ts'
import { systemClock } from '../platform/clock.ts'
import type { MailServer } from '../standards/smtpAddress.ts'
import type { Letter } from './port.ts'
import { createSmtpMailer } from './smtp.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const letter: Letter = {
  messageId: 'receipt-1@pay.example',
  senderName: 'Käse & Söhne',
  to: 'payer@example.com',
  replyTo: 'shop@example.com',
  subject: 'Zahlung an Käse & Söhne',
  language: 'de',
  text: 'Sie haben 10,00 € bezahlt.\n.\n',
  html: '<p>Sie haben 10,00 € bezahlt.</p>',
}

async function open(options?: Parameters<typeof startMailServer>[0]): Promise<TestMailServer> {
  const server = await startMailServer(options)
  closing.push(server.close)
  return server
}

/** A machine that is busy with other tests takes its time. */
const limits = { greetingMs: 5_000, silenceMs: 7_500, wholeMs: 15_000 }
const impatient = { greetingMs: 200, silenceMs: 300, wholeMs: 600 }
const plain = (port: number): MailServer => ({ host: '127.0.0.1', port, security: 'none' })
const mailerTo = (server: MailServer, ca?: string) =>
  createSmtpMailer({ server, from: 'receipts@pay.example', limits, ...(ca !== undefined && { ca }) })

async function certificates(...names: readonly string[]) {
  const nowMs = systemClock.now().getTime()
  const authority = await makeAuthority({ name: 'Mail', nowMs })
  const { certificatePem: cert, keyPem: key } = await issueServerCertificate(authority, { names, nowMs })
  return { ca: authority.certificatePem, server: { cert, key } }
}

test('a letter arrives whole, with a Message-ID of its own and no header that a shop could add', async () => {
  const server = await open({ disabledCommands: ['STARTTLS'] })
  const named = { ...letter, senderName: 'Shop\r\nBcc: all@example.com', subject: 'Paid\r\nX-Other: yes' }
  expect(await mailerTo(plain(server.port)).send(named)).toEqual({ kind: 'sent' })
  const [taken] = server.letters
  const source = taken?.source ?? ''
  expect(taken).toMatchObject({ from: 'receipts@pay.example', to: ['payer@example.com'], isSecure: false })
  expect(headerOf(source, 'Message-ID')).toBe('<receipt-1@pay.example>')
  expect(headerOf(source, 'Reply-To')).toBe('shop@example.com')
  expect(headerOf(source, 'Auto-Submitted')).toBe('auto-generated')
  expect(headerOf(source, 'Subject')).toBe('Paid X-Other: yes')
  expect(headerOf(source, 'From')).toBe('"Shop Bcc: all@example.com" <receipts@pay.example>')
  for (const name of ['Bcc', 'X-Other']) expect(headerOf(source, name)).toBeUndefined()
  expect(source).toMatch(/text\/plain[\s\S]*bezahlt[\s\S]*text\/html[\s\S]*bezahlt/)
})

test('what is not an address is refused before any server is asked', async () => {
  const server = await open({ disabledCommands: ['STARTTLS'] })
  const to = 'payer@example.com>\r\nRCPT TO:<other@example.com'
  expect(await mailerTo(plain(server.port)).send({ ...letter, to })).toMatchObject({ kind: 'refused' })
  expect(server.letters).toEqual([])
})

test('STARTTLS is required, its certificate is checked, and the login goes through it', async () => {
  const { ca, server: own } = await certificates('localhost')
  const server = await open({
    ...own,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss' && username ? done(null, { user: username }) : done(new Error('no')),
  })
  const login = { user: 'gateway', password: 'p@ss' }
  const known: MailServer = { host: 'localhost', port: server.port, security: 'starttls', login }
  expect(await mailerTo(known, ca).send(letter)).toEqual({ kind: 'sent' })
  expect(server.letters).toMatchObject([{ isSecure: true, user: 'gateway' }])
  expect(await mailerTo(known).send(letter)).toEqual(tlsFailed)
  expect(await mailerTo({ ...known, host: '127.0.0.1' }, ca).send(letter)).toEqual(tlsFailed)
  const stranger = { ...known, login: { user: 'gateway', password: 'wrong' } }
  expect(await mailerTo(stranger, ca).send(letter)).toMatchObject({
    kind: 'again',
    reason: expect.stringMatching(/did not accept the login/),
  })
  expect(server.letters).toHaveLength(1)
})

const tlsFailed = { kind: 'again', reason: expect.stringMatching(/^TLS with the mail server failed/) }

test('nothing is sent to a server that offers no TLS where it is required', async () => {
  const server = await open({ disabledCommands: ['STARTTLS'] })
  const wanted: MailServer = { ...plain(server.port), security: 'starttls' }
  expect(await mailerTo(wanted).send(letter)).toMatchObject({ kind: 'again' })
  expect(server.letters).toEqual([])
})

test('TLS from the first byte', async () => {
  const { ca, server: own } = await certificates('localhost')
  const server = await open({ ...own, secure: true })
  const wanted: MailServer = { host: 'localhost', port: server.port, security: 'tls' }
  expect(await mailerTo(wanted, ca).send(letter)).toEqual({ kind: 'sent' })
  expect(await mailerTo(wanted).send(letter)).toMatchObject({ kind: 'again' })
})

test('4xx is tried again, 5xx of letter or addressee is the end, 5xx of the sender is not', async () => {
  const server = await open({
    disabledCommands: ['STARTTLS'],
    onMailFrom: ({ address }, _session, done) => done(address.startsWith('un') ? refusal(550) : null),
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('no') ? refusal(550) : null),
  })
  const mailer = mailerTo(plain(server.port))
  server.answerNext(451, 554)
  expect(await mailer.send(letter)).toMatchObject({ kind: 'again', reason: expect.stringMatching(/451/) })
  expect(await mailer.send(letter)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/554/) })
  expect(await mailer.send({ ...letter, to: 'nobody@example.com' })).toMatchObject({ kind: 'refused' })
  const unknown = createSmtpMailer({ server: plain(server.port), from: 'unknown@pay.example', limits })
  expect(await unknown.send(letter)).toMatchObject({ kind: 'again' })
  expect(await mailer.send(letter)).toEqual({ kind: 'sent' })
})

const refusal = (responseCode: number, words = 'as it was told') =>
  Object.assign(new Error(words), { responseCode })

test.each([
  [550, '5.1.1 User unknown in virtual mailbox table', 'refused'],
  [550, '5.1.10 Recipient address has null MX', 'refused'],
  [552, '5.2.2 Over quota', 'refused'],
  [554, '5.6.1 Body type not supported', 'refused'],
  [550, 'No such user here', 'refused'],
  [554, '5.7.1 <payer@example.com>: Relay access denied', 'again'],
  [553, '5.7.1 <receipts@pay.example>: Sender address rejected: not owned by user', 'again'],
  [550, '5.1.8 <receipts@pay.example>: Sender address rejected: Domain not found', 'again'],
  [550, '5.1.7 Invalid sender', 'again'],
  [550, '5.1.0 Address rejected', 'again'],
  [550, '5.1.11 Something newer', 'again'],
])(
  'what a server refuses with %i %s ends a letter only where it is about it: %s',
  async (status, words, kind) => {
    const server = await open({
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('no') ? refusal(status, words) : null),
      onData: (stream, _session, done) =>
        void stream.resume().on('end', () => done(refusal(status, `${words}\r\n${words}`))),
    })
    const mailer = mailerTo(plain(server.port))
    const [number = ''] = /^[\d.]*/.exec(words) ?? []
    const told = { kind, reason: expect.stringContaining(`It answered ${`${status} ${number}`.trim()}.`) }
    expect(await mailer.send({ ...letter, to: 'nobody@example.com' })).toEqual(told)
    expect(await mailer.send(letter)).toEqual(told)
  },
)

test.each<[string, (socket: Socket) => void]>([
  ['says nothing', () => undefined],
  ['speaks a byte at a time', socket => every(socket, () => socket.write('2'))],
  ['never ends a line', socket => every(socket, () => socket.write('2'.repeat(65_536)))],
  ['never ends an answer', socket => every(socket, () => socket.write('250-more of it\r\n'.repeat(4_096)))],
  ['speaks another protocol', socket => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['hangs up', socket => socket.destroy()],
])('a server that %s is left in time', async (_, behave) => {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    sockets.push(socket.on('error', () => undefined))
    behave(socket)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const startedMs = systemClock.monotonicMs()
  const mailer = createSmtpMailer({ server: plain(port), from: 'receipts@pay.example', limits: impatient })
  expect(await mailer.send(letter)).toMatchObject({ kind: 'again' })
  expect(systemClock.monotonicMs() - startedMs).toBeLessThan(2_000)
})

function every(socket: Socket, act: () => void): void {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : act()), 10)
}

test('a server that is not there is tried again', async () => {
  const port = await new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
  expect(await mailerTo(plain(port)).send(letter)).toMatchObject({ kind: 'again' })
})
