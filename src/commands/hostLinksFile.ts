// The links file with which a gateway reaches an acquirer host: made for its options, as people write it.

import { resolve } from 'node:path'
import { dialectNamed } from '../acquirers/iso8583/dialects/shippedDialects.ts'

export type ReachedHost = {
  readonly host: string
  readonly port: number
  /** A name, or a file. */
  readonly dialect: string
  readonly tlsCertificate?: string
}

/** With default options it is examples/acquirer-links.json. */
export function linksOfHost({ host, port, dialect, tlsCertificate }: ReachedHost) {
  const name = 'local-host'
  return {
    links: [
      {
        ...{ name, dialect: dialectNamed(dialect) ? dialect : resolve(dialect) },
        addresses: [`${host.includes(':') ? `[${host}]` : host}:${port}`],
        ...(tlsCertificate !== undefined && { tls: { authorities: resolve(tlsCertificate) } }),
        ...{ connections: 2, window: 100, backlogPerSecond: 20 },
        ...{ institution: '123456', country: 'DE', timeZone: '+0100' },
      },
    ],
    merchants: [
      {
        ...{ merchantId: 'TESTMERCHANT', link: name, acceptor: 'TESTMERCHANT001' },
        ...{ terminals: ['TERM0001', 'TERM0002'], category: '5999' },
        ...{ name: 'Test Shop', city: 'Berlin', country: 'DE' },
      },
    ],
    routes: [{ to: [name] }],
  }
}

export const exampleFile = 'examples/acquirer-links.json'

export const isOfExample = ({ host, port, dialect, tlsCertificate }: ReachedHost): boolean =>
  host === '127.0.0.1' && port === 8583 && dialect === 'iso1987-ascii' && tlsCertificate === undefined

/** JSON as people write it: what is short stands on one line. */
export function jsonText(value: unknown, indent = ''): string {
  const inline = inlineText(value)
  if (typeof value !== 'object' || value === null || (indent !== '' && inline.length <= inlineMax))
    return inline
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const lines = Array.isArray(value)
    ? value.map(each => `${inner}${jsonText(each, inner)}`)
    : Object.entries(value).map(([name, each]) => `${inner}${JSON.stringify(name)}: ${jsonText(each, inner)}`)
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

const inlineMax = 60

function inlineText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlineText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inlineText(each)}`)
  return `{ ${members.join(', ')} }`
}
