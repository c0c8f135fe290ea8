// The acquirer host as a command opens it: dialect and certificates from files, and its control beside it.

import { readFile } from 'node:fs/promises'
import { checkDialect } from '../acquirers/iso8583/dialects/check/checkDialect.ts'
import type { Dialect } from '../acquirers/iso8583/dialects/dialect.ts'
import { dialectNamed, shippedDialects } from '../acquirers/iso8583/dialects/shippedDialects.ts'
import { errorCode, UseRefusal } from '../platform/errors.ts'
import { nearest } from '../standards/nearest.ts'
import { type AcquirerHost, type AcquirerHostOptions, startAcquirerHost } from './acquirerHost.ts'
import { startControlServer } from './controlServer.ts'

export type WantedHost = Omit<AcquirerHostOptions, 'dialect' | 'tls'> & {
  /** The name of one that is shipped, or a file. */
  readonly dialect: string
  readonly tls?: { readonly certificate: string; readonly key: string; readonly authorities?: string }
  /** Of the control; absent: there is none. */
  readonly controlPort?: number
}

export type OpenHost = Pick<AcquirerHost, 'port' | 'control' | 'close'> & {
  readonly dialect: Dialect
  readonly controlPort?: number
}

export async function openHost({
  dialect: word,
  tls,
  controlPort,
  ...options
}: WantedHost): Promise<OpenHost> {
  const dialect = await readDialect(word)
  const host = await startAcquirerHost({ ...options, dialect, ...(tls && { tls: await readTls(tls) }) })
  const { port, control } = host
  if (controlPort === undefined) return { port, control, dialect, close: host.close }
  try {
    const beside = await startControlServer(control, controlPort)
    const close = async () => {
      await beside.close()
      await host.close()
    }
    return { port, control, dialect, controlPort: beside.port, close }
  } catch (error) {
    await host.close()
    throw error
  }
}

async function readDialect(word: string): Promise<Dialect> {
  const shipped = dialectNamed(word)
  if (shipped) return shipped
  if (!word.includes('/') && !word.endsWith('.json')) return refuseUnknown(word)
  const checked = checkDialect(readJson(word, await readText(word)))
  if ('dialect' in checked) return checked.dialect
  throw new UseRefusal(`${word} is no dialect:\n${checked.findings.map(each => `  ${each}`).join('\n')}`)
}

function refuseUnknown(word: string): never {
  const names = shippedDialects.map(({ name }) => name)
  const near = nearest(word, names)
  const known = near === undefined ? `There are ${names.join(', ')}` : `The nearest is ${near}`
  throw new UseRefusal(`There is no dialect ${word}. ${known}; one of your own is a file: ./${word}.json`)
}

function readJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UseRefusal(`${path} must be JSON.`)
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UseRefusal(`${path} cannot be read (${errorCode(error)}).`)
  }
}

async function readTls({ certificate, key, authorities }: NonNullable<WantedHost['tls']>) {
  return {
    certificate: await readText(certificate),
    key: await readText(key),
    ...(authorities !== undefined && { authorities: await readText(authorities) }),
  }
}
