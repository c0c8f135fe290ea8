// Reading a file that an operator wrote, with the certificates and keys that it names.

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { duplicateKeys } from './duplicateKeys.ts'
import { errorCode, UseRefusal } from './errors.ts'
import { readPrivate } from './files.ts'
import { lineOfJsonMistake } from './jsonMistake.ts'
import { shownName } from './shownValue.ts'

/** Refuses a file with mistakes, all of them at once: one line for each. */
export function refuseFile(path: string, findings: readonly string[]): never {
  const lines = findings.map(finding => `  ${finding}`)
  const count = findings.length === 1 ? 'a mistake' : `${findings.length} mistakes`
  throw new UseRefusal(`${path} has ${count}:\n${lines.join('\n')}`)
}

/** Such a file is small; something else may have been named by mistake. */
const usualBytesMax = 1_000_000

type JsonFileOptions = {
  readonly bytesMax?: number
  /** Whether to refuse members that stand twice in one object. */
  readonly isEachOnce?: boolean
}

/** Rejects with a reason that `fileTrouble` puts into words. */
export async function readJsonFile(
  path: string,
  { bytesMax = usualBytesMax, isEachOnce = false }: JsonFileOptions = {},
): Promise<unknown> {
  const text = await readFile(path, 'utf8')
  if (text.length > bytesMax) throw new UseRefusal(`must not be larger than ${bytesMax} bytes`)
  try {
    const value: unknown = JSON.parse(text)
    const [twice] = isEachOnce ? duplicateKeys(text) : []
    if (twice === undefined) return value
    throw new UseRefusal(`has ${shownName(twice)} twice in one object: only one of them would count`)
  } catch (error) {
    if (error instanceof UseRefusal) throw error
    const line = lineOfJsonMistake(error, text)
    throw new UseRefusal(`must be JSON${line === undefined ? '' : `: see line ${line}`}`)
  }
}

export function fileTrouble(error: unknown): string {
  if (error instanceof UseRefusal) return error.message
  return `cannot be read (${errorCode(error)})`
}

/** Paths of PEM files. */
export type TlsFiles = { readonly [file in 'authorities' | 'certificate' | 'key']?: string }

/**
 * What is wrong with files of TLS. They are read again while they are in use; what cannot be used must not
 * wait until then.
 */
export async function objectionsToTlsFiles(files: TlsFiles, place: string): Promise<readonly string[]> {
  const findings: string[] = []
  const read = async (file: keyof TlsFiles, by: (path: string) => Promise<string>) => {
    const path = files[file]
    if (path === undefined) return undefined
    return by(path).catch(error => {
      findings.push(`${place}.${file}: ${tlsFileTrouble(file, path, error)}`)
      return undefined
    })
  }
  const ca = await read('authorities', readText)
  const cert = await read('certificate', readText)
  const key = await read('key', readPrivate)
  if (findings.length > 0) return findings
  try {
    createSecureContext({ ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert, key }) })
    for (const pem of [ca, cert]) if (pem !== undefined) new X509Certificate(pem)
    return []
  } catch (error) {
    return [`${place}: the files cannot be used together (${errorCode(error)})`]
  }
}

/** Where the path of a key is wanted, the key itself may stand: only a file that is there is named. */
function tlsFileTrouble(file: keyof TlsFiles, path: string, error: unknown): string {
  if (file !== 'key' || error instanceof UseRefusal) return `${shownName(path)} ${fileTrouble(error)}`
  return `must be the path of the key's file, which ${fileTrouble(error)}`
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8')
