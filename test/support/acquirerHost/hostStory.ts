import { afterEach } from 'vitest'
import {
  type AcquirerHost,
  type AcquirerHostOptions,
  startAcquirerHost,
} from '../../../src/acquirerHost/acquirerHost.ts'
import { iso1987Ascii } from '../../../src/acquirers/iso8583/dialects/shipped/iso1987Ascii.ts'
import { connectRaw, type RawClient, type RawFields, writeAscii } from './rawClient.ts'

/**
 * Messages in hexadecimal that foreign implementations agree on: the host is spoken to in their bytes, and
 * what it answers is read by hand.
 */
export const known = {
  /** A sign-on. */
  A1: [
    '303830303832323030303030303030303030303030343030303030303030303030303030313131353132333030303030',
    '30303031303031',
  ].join(''),
  /** An authorization of 123.45 USD over the web, with proof of authentication and a security code. */
  A2: [
    '303130303732334336343831303845313830303031363531323334353030303030303030303830303330303030303030',
    '303030313233343531313135313233303435303030313031313233303435313131353339303135393939333732383132',
    '353930363132333435363633313931323030303130315447303030303031544553544D45524348414E54303031544F4C',
    '4C4741544520544553542053484F50202020202020204455424C494E2020202020202049453035315434323037303130',
    '33323132343333326B424D7741414141414141414141414141414141414141414141414139323033313233383430',
  ].join(''),
  /** The second try to reverse it after a time-out. */
  A5: [
    '303432314632334330343831304143303830303030303030303034323030303030303030313635313233343530303030',
    '303030303038303033303030303030303030303132333435313131353132333134363030303130323132333034353131',
    '3135333930313831323539303631323334353636333139313230303031303136385447303030303031544553544D4552',
    '4348414E5430303138343030313030303030313031313131353132333034353030303030313233343536303030303030',
    '3030303030303030303030303030303030303030303030303030303030433030303030303030433030303030303030',
  ].join(''),
}

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const noon = new Date('2026-11-15T12:30:46Z')
const clock = { now: () => noon, monotonicMs: () => performance.now() }

export async function start(options: Partial<AcquirerHostOptions> = {}): Promise<AcquirerHost> {
  const host = await startAcquirerHost({ dialect: iso1987Ascii, clock, ...options })
  closers.push(host.close)
  return host
}

export async function caller(host: AcquirerHost): Promise<RawClient> {
  const client = await connectRaw(host.port)
  closers.push(client.end)
  return client
}

export async function signedOn(host: AcquirerHost): Promise<RawClient> {
  const client = await caller(host)
  client.send(known.A1)
  await client.next()
  return client
}

/** An authorization as in A2, with another trace number, or other fields. */
export const authorization = (traceNumber: string, changes: RawFields = {}): string =>
  writeAscii({
    ...{ 0: '0100', 2: '5123450000000008', 3: '003000', 4: '000000012345', 7: '1115123045' },
    ...{ 11: traceNumber, 12: '123045', 13: '1115', 14: '3901', 22: '812', 25: '59', 32: '123456' },
    ...{ 37: `631912${traceNumber}`, 41: 'TG000001', 42: 'TESTMERCHANT001', 49: '840' },
    ...changes,
  })

/** The reversal of such an authorization after a time-out. */
export const reversal = (traceNumber: string, original: string, changes: RawFields = {}): string =>
  writeAscii({
    ...{ 0: '0420', 3: '003000', 4: '000000012345', 7: '1115123100', 11: traceNumber, 12: '123045' },
    ...{ 13: '1115', 25: '59', 32: '123456', 37: `631912${original}`, 39: '68', 41: 'TG000001' },
    ...{ 42: 'TESTMERCHANT001', 49: '840', 90: `0100${original}11151230450000012345600000000000` },
    ...changes,
  })
