// A real SMTP server that keeps the letters it takes, and answers otherwise where it is told to.

import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type TakenLetter = {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
  readonly isSecure: boolean
  readonly user: string | undefined
}

export type TestMailServer = {
  readonly port: number
  readonly letters: readonly TakenLetter[]
  /** The next letters are answered with these, one each, after they were read. */
  readonly answerNext: (...statuses: readonly number[]) => void
  /** Called with each letter, whatever is answered. */
  onAsked: ((source: string) => void) | undefined
  readonly close: () => Promise<void>
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const letters: TakenLetter[] = []
  const answers: number[] = []
  const server = new SMTPServer({
    ...{ authOptional: true, disableReverseLookup: true, logger: false },
    onData(stream, session, done) {
      void text(stream).then(source => {
        started.onAsked?.(source)
        const status = answers.shift()
        if (status !== undefined)
          return done(Object.assign(new Error('as it was told'), { responseCode: status }))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const user = typeof session.user === 'string' ? session.user : undefined
        const to = rcptTo.map(({ address }) => address)
        letters.push({ from, to, source, isSecure: session.secure, user })
        done()
      })
    },
    ...options,
  })
  // A client that leaves in the middle of TLS is what some tests are about.
  server.on('error', () => undefined)
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  const started: TestMailServer = {
    port: portOf(address),
    letters,
    answerNext: (...statuses) => void answers.push(...statuses),
    onAsked: undefined,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return started
}

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

/** Header lines, unfolded. */
export function headerOf(source: string, name: string): string | undefined {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const line = head.split('\r\n').find(one => one.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line?.slice(name.length + 1).trim()
}
