// A gateway with two links in each dialect: to a hostile host, and to the one that is shipped.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clearingFileColumns, clearingLayout } from '../../src/acquirerHost/clearingFile.ts'
import type { RecordedMessage } from '../../src/acquirerHost/hostRecord.ts'
import { type OpenHost, openHost } from '../../src/acquirerHost/openHost.ts'
import { shippedDialects } from '../../src/acquirers/iso8583/dialects/shippedDialects.ts'
import { freePort } from '../freePorts.ts'
import { type HostileHost, startHostileHost } from '../support/acquirers/hostileHost.ts'
import { type CanaryRequest, canaryRequests } from './canaries.ts'
import { terminalRequests } from './terminalCanaries.ts'

export type LinkedHosts = {
  readonly hostile: readonly HostileHost[]
  readonly shipped: readonly OpenHost[]
  /** What the shipped hosts say of each message. */
  readonly said: readonly string[]
  /** Of the gateway. */
  readonly linksFile: string
  close(): Promise<unknown>
}

export async function openLinkedHosts(root: string, lateMs: number): Promise<LinkedHosts> {
  const said: string[] = []
  const onMessage = (message: RecordedMessage) => void said.push(JSON.stringify(message))
  const names = shippedDialects.map(({ name }) => name)
  const hostile = await Promise.all(shippedDialects.map(dialect => startHostileHost(dialect, lateMs)))
  const shipped = await Promise.all(
    names.map(async dialect =>
      openHost({
        ...{ dialect, onMessage, journal: join(root, `${dialect}.jsonl`), controlPort: await freePort() },
      }),
    ),
  )
  const links = names.flatMap((dialect, at) => [
    linkOf(`hostile-${dialect}`, dialect, hostile[at]?.port),
    linkOf(`shipped-${dialect}`, dialect, shipped[at]?.port),
  ])
  const linksFile = join(root, 'links.json')
  const to = links.map(({ name }) => ({ link: name, weight: name.startsWith('hostile') ? 3 : 1 }))
  const merchants = links.map(({ name }, at) => merchantAt(name, at))
  await writeFile(linksFile, JSON.stringify({ links, merchants, routes: [{ to }] }))
  return {
    ...{ hostile, shipped, said, linksFile },
    close: () => Promise.all([...hostile, ...shipped].map(host => host.close())),
  }
}

const linkOf = (name: string, dialect: string, port = 0) => ({
  ...{ name, dialect, addresses: [`127.0.0.1:${port}`], connections: 1, institution: '123456' },
  ...{ forwarder: '654321', country: 'DE', timeZone: '+0100' },
})

const merchantAt = (link: string, at: number) => ({
  ...{ merchantId: 'TESTMERCHANT', link, acceptor: `SHOP${at}`, terminals: [`TERM000${at}`] },
  ...{ category: '5999', name: 'A Shop', city: 'Berlin', country: 'DE' },
})

/** Merchants see what proves that a payer was authenticated; links, logs and hosts show it to nobody. */
export const proof = Buffer.from('QZ proof that is a payer')

const authentication = {
  '3ds': {
    acsEci: '05',
    authenticationToken: proof.toString('base64'),
    transactionId: proof.toString('base64'),
  },
}

/** By every way that is refused or accepted, from terminals, and with what only web shops have. */
export function requestsOverLinks(numbers: readonly string[], notificationUrl: string) {
  const third = Math.floor(numbers.length / 3)
  const web = numbers.slice(2 * third).map((number, at): CanaryRequest => {
    const card = { number, expiry: { month: '1', year: '39' }, securityCode: '7351' }
    const order = { amount: `${at + 10}.00`, currency: 'USD', notificationUrl }
    const sourceOfFunds = { type: 'CARD', provided: { card } }
    const apiOperation = at % 3 === 0 ? 'PAY' : 'AUTHORIZE'
    const body = { apiOperation, authentication, order, sourceOfFunds }
    return { method: 'PUT', path: `order/web-${at}/transaction/1`, body }
  })
  return [
    ...canaryRequests(numbers.slice(0, third)),
    ...terminalRequests(numbers.slice(third, 2 * third)),
    ...web,
  ]
}

/**
 * Clearing files with card numbers in them, as the options that name them: in columns that nobody reads, as
 * the id of a shop, as a type; and the file in the place of its layout.
 */
export async function writeClearingFiles(
  folder: string,
  date: string,
  [number, short]: readonly [string, string],
): Promise<readonly string[]> {
  const layout = join(folder, 'layout.json')
  await writeFile(layout, JSON.stringify(clearingLayout))
  const line = (type: string, acceptor: string) =>
    [date, type, 'UNKNOWN00001', '000001', 'TERM0009', acceptor, number, number, '840', '1000', 1, ''].join()
  const lines = [line('sale', short), line(number, 'SHOP1'), `${number}"`]
  const files = await Promise.all(
    lines.map(async (last, at) => {
      const file = join(folder, `${at}.csv`)
      await writeFile(file, [clearingFileColumns.join(), last, ''].join('\n'))
      return file
    }),
  )
  const [file] = files
  return [...files.map(each => `--file ${each} --layout ${layout}`), `--file ${layout} --layout ${file}`]
}

/** Ends a gateway by a fault that quotes the last message which it sent to one of these ports. */
export const crashScript = (ports: readonly number[]): string => `
const { Socket } = require('node:net')
const { write } = Socket.prototype
let last = Buffer.alloc(0)
Socket.prototype.write = function (bytes, ...rest) {
  if (${JSON.stringify(ports)}.includes(this.remotePort) && bytes.length > 60) last = bytes
  return write.call(this, bytes, ...rest)
}
process.on('SIGUSR2', () => {
  const isText = last[2] === 0x30
  const text = isText ? last.toString('latin1', 2) : last.toString('hex')
  throw new Error(text, { cause: new Error(text.slice(20)) })
})
`
