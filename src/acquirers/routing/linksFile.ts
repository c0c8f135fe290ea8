// The operator's links file, with the files that it names: dialects, and certificates and keys of TLS.

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { errorCode, UseRefusal } from '../../platform/errors.ts'
import { readPrivate } from '../../platform/files.ts'
import { lineOfJsonMistake } from '../../platform/jsonMistake.ts'
import { nearest } from '../../platform/nearest.ts'
import { checkDialect } from '../iso8583/checkDialect.ts'
import { dialectNamed, shippedDialects } from '../iso8583/dialects.ts'
import { checkLinks, type DialectSource } from './checkLinks.ts'
import type { AcquirerLinks, LinkSettings, LinkTls } from './settings.ts'
import { shownName, shownValue } from './shownValue.ts'

/** Refuses a file with mistakes, all of them at once: one line for each, with its place. */
export async function readLinksFile(path: string): Promise<AcquirerLinks> {
  const folder = dirname(resolve(path))
  const value = await readJson(path).catch(error => refuse(path, [errorText(error)]))
  const dialects = await readDialects(dialectFilesIn(value), folder)
  const checked = checkLinks(value, dialects)
  if ('findings' in checked) return refuse(path, checked.findings)
  const links = checked.links.map(link => withPathsFrom(folder, link))
  const findings = await Promise.all(links.map(objectionsToTls))
  if (findings.some(each => each.length > 0)) return refuse(path, findings.flat())
  return { ...checked, links }
}

function refuse(path: string, findings: readonly string[]): never {
  const lines = findings.map(finding => `  ${finding}`)
  const count = findings.length === 1 ? 'a mistake' : `${findings.length} mistakes`
  throw new UseRefusal(`${path} has ${count}:\n${lines.join('\n')}`)
}

/** A file of links or dialects is small; something else may have been named by mistake. */
const bytesMax = 1_000_000

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8')
  if (text.length > bytesMax) throw new UseRefusal(`must not be larger than ${bytesMax} bytes`)
  try {
    return JSON.parse(text)
  } catch (error) {
    const line = lineOfJsonMistake(error, text)
    throw new UseRefusal(`must be JSON${line === undefined ? '' : `: see line ${line}`}`)
  }
}

function errorText(error: unknown): string {
  if (error instanceof UseRefusal) return error.message
  return `cannot be read (${errorCode(error)})`
}

/** A dialect is the name of a shipped one, or a file: `./ours.json`, from the folder of the links file. */
const isFile = (word: string): boolean => word.includes('/') || word.endsWith('.json')

/** The files that links name as their dialects, before anything is checked. */
function dialectFilesIn(value: unknown): ReadonlySet<string> {
  const links: unknown = Object(value).links
  const words = Array.isArray(links) ? links.map((link): unknown => Object(link).dialect) : []
  return new Set(words.filter(word => typeof word === 'string').filter(isFile))
}

async function readDialects(files: ReadonlySet<string>, folder: string): Promise<DialectSource> {
  const read = new Map<string, ReturnType<DialectSource>>()
  for (const file of files) read.set(file, await readDialect(file, folder))
  return word => read.get(word) ?? dialectNamed(word) ?? unknownDialect(word)
}

async function readDialect(file: string, folder: string): Promise<ReturnType<DialectSource>> {
  try {
    const checked = checkDialect(await readJson(resolve(folder, file)))
    return 'dialect' in checked
      ? checked.dialect
      : { findings: checked.findings.map(each => `${shownName(file)}: ${each}`) }
  } catch (error) {
    return { findings: [`${shownName(file)} ${errorText(error)}`] }
  }
}

function unknownDialect(word: string): { readonly findings: readonly string[] } {
  const names = shippedDialects.map(({ name }) => name)
  const near = nearest(word, names)
  const known = near ? `did you mean ${near}?` : `there are ${names.join(', ')}`
  const file = 'A dialect of your own is a file: "./ours.json"'
  return { findings: [`${shownValue(word)} is not known; ${known} ${file}`] }
}

/** Paths are written from the folder of the links file, which moves as a whole. */
function withPathsFrom(folder: string, link: LinkSettings): LinkSettings {
  if (!link.tls) return link
  const { authorities, certificate, key, serverName } = link.tls
  const tls: LinkTls = {
    ...(authorities !== undefined && { authorities: resolve(folder, authorities) }),
    ...(certificate !== undefined && { certificate: resolve(folder, certificate) }),
    ...(key !== undefined && { key: resolve(folder, key) }),
    ...(serverName !== undefined && { serverName }),
  }
  return { ...link, tls }
}

/** Connections read the files themselves, again and again; what cannot be used must not wait until then. */
async function objectionsToTls({ name, tls }: LinkSettings): Promise<readonly string[]> {
  if (!tls) return []
  const findings: string[] = []
  const read = async (key: 'authorities' | 'certificate' | 'key', by: (path: string) => Promise<string>) => {
    const path = tls[key]
    if (path === undefined) return undefined
    return by(path).catch(error => {
      findings.push(`link ${name}, tls.${key}: ${fileText(key, path, error)}`)
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
    return [`link ${name}, tls: the files cannot be used together (${errorCode(error)})`]
  }
}

/** Where the path of a key is wanted, the key itself may stand: only a file that is there is named. */
function fileText(key: string, path: string, error: unknown): string {
  if (key !== 'key' || error instanceof UseRefusal) return `${shownName(path)} ${errorText(error)}`
  return `must be the path of the key's file, which ${errorText(error)}`
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8')
