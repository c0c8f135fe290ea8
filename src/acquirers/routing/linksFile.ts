// The operator's links file, with the files that it names: dialects, and certificates and keys of TLS.

import { dirname, resolve } from 'node:path'
import { fileTrouble, objectionsToTlsFiles, readJsonFile, refuseFile } from '../../platform/operatorFile.ts'
import { shownName, shownValue } from '../../platform/shownValue.ts'
import { nearest } from '../../standards/nearest.ts'
import { checkDialect } from '../iso8583/dialects/check/checkDialect.ts'
import { dialectNamed, shippedDialects } from '../iso8583/dialects/shippedDialects.ts'
import { type CheckedLinks, checkLinks, type DialectSource } from './checkLinks.ts'
import type { AcquirerLinks, LinkSettings, LinkTls } from './settings.ts'

/** Refuses a file with mistakes, all of them at once: one line for each, with its place. */
export async function readLinksFile(path: string): Promise<AcquirerLinks> {
  const folder = dirname(resolve(path))
  const value = await readJsonFile(path).catch(error => refuseFile(path, [fileTrouble(error)]))
  const checked = await checkLinksFrom(folder, value)
  if ('findings' in checked) return refuseFile(path, checked.findings)
  const links = checked.links.map(link => withPathsFrom(folder, link))
  const findings = await Promise.all(
    links.map(({ name, tls = {} }) => objectionsToTlsFiles(tls, `link ${name}, tls`)),
  )
  if (findings.some(each => each.length > 0)) return refuseFile(path, findings.flat())
  return { ...checked, links }
}

/** Everything but the files of TLS, which need not be on every machine; dialects are read from the folder. */
export async function checkLinksFrom(folder: string, value: unknown): Promise<CheckedLinks> {
  return checkLinks(value, await readDialects(dialectFilesIn(value), folder))
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
    const checked = checkDialect(await readJsonFile(resolve(folder, file)))
    return 'dialect' in checked
      ? checked.dialect
      : { findings: checked.findings.map(each => `${shownName(file)}: ${each}`) }
  } catch (error) {
    return { findings: [`${shownName(file)} ${fileTrouble(error)}`] }
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
