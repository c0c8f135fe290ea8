// The operator's file of directory servers, with the certificates and keys that it names.

import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import { fileTrouble, objectionsToTlsFiles, readJsonFile, refuseFile } from '../../platform/operatorFile.ts'
import {
  createPlacedValues,
  listOf,
  matchingText,
  numberBetween,
  type PlacedForm,
  type PlacedGroup,
} from '../../platform/placedValues.ts'
import { cardBrands } from '../../standards/cardBrands.ts'
import {
  type DirectoryServer,
  type DirectoryTls,
  isDirectoryServerName,
  protocolVersions,
  type ResultsListener,
  resultsNameOf,
  type ThreeDSecureServer,
} from './settings.ts'

/** Refuses a file with mistakes, all of them at once: one line for each, with its place. */
export async function readDirectoryServersFile(path: string): Promise<ThreeDSecureServer> {
  const value = await readJsonFile(path).catch(error => refuseFile(path, [fileTrouble(error)]))
  const checked = checkDirectoryServers(value)
  if ('findings' in checked) return refuseFile(path, checked.findings)
  const folder = dirname(resolve(path))
  const directoryServers = checked.directoryServers.map(server => withPathsFrom(folder, server))
  const findings = await Promise.all(directoryServers.map(objectionsToFiles))
  if (findings.some(each => each.length > 0)) return refuseFile(path, findings.flat())
  return { ...checked, directoryServers }
}

type CheckedServers = ThreeDSecureServer | { readonly findings: readonly string[] }

export function checkDirectoryServers(value: unknown): CheckedServers {
  const values = createPlacedValues()
  const whole = values.whole(value, ['referenceNumber', 'versions', 'directoryServers'])
  if (!whole) return { findings: values.findings }
  const referenceNumber = whole.required('referenceNumber', printable(32))
  const versions = whole.optional('versions', listOf(oneOf(protocolVersions))) ?? usualVersions
  const groups = whole.groups('directoryServers', serverKeys)
  const read = groups.map(group => ({ group, server: readServer(group) }))
  if (groups.length === 0 && values.findings.length === 0)
    whole.object('directoryServers', 'must have at least one directory server')
  for (const [index, { group, server }] of read.entries())
    for (const { server: earlier } of read.slice(0, index)) objectToSameness(group, server, earlier)
  const { findings } = values
  if (findings.length > 0 || referenceNumber === undefined) return { findings }
  return { referenceNumber, versions, directoryServers: read.flatMap(({ server }) => server ?? []) }
}

/** 2.1.0 is over at the schemes: only who names it gets it. */
const usualVersions = ['2.2.0', '2.3.1'] as const

const serverKeys = [
  ...['name', 'directoryServerId', 'networks', 'operatorId', 'addresses', 'tls', 'results'],
  ...[
    'answerSeconds',
    'challengeMinutes',
    'refreshHours',
    'rangesAsFile',
    'unknownRange',
    'exemptionReasons',
  ],
]

/** Two directory servers must never be taken for one another: each delivers results for itself alone. */
function objectToSameness(
  group: PlacedGroup,
  server: DirectoryServer | undefined,
  earlier: DirectoryServer | undefined,
): void {
  if (!server || !earlier) return
  if (server.name === earlier.name) group.object('name', `there is a directory server ${server.name} already`)
  if (server.results.port !== earlier.results.port) return
  const [name, taken] = [resultsNameOf(server), resultsNameOf(earlier)]
  const hasNames = name !== taken && [name, taken].every(isAskedFor)
  if (hasNames) return
  const either = 'a port of its own, or a host name of its own in results.address'
  group.object('results.port', `${server.results.port} is that of ${earlier.name}: each needs ${either}`)
}

/** Nobody asks for an address of digits in a handshake. */
const isAskedFor = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) === 0

function readServer(group: PlacedGroup): DirectoryServer | undefined {
  const name = group.required('name', serverName)
  const directoryServerId = group.required('directoryServerId', printable(100))
  const networks = group.required('networks', listOf(oneOf(cardBrands)))
  const operatorId = group.optional('operatorId', printable(32))
  const addresses = group.required('addresses', listOf(httpsAddress))
  const tls = readTls(group)
  const results = readResults(group)
  const answerSeconds = group.optional('answerSeconds', numberBetween(1, 25)) ?? 10
  const challengeMinutes = group.optional('challengeMinutes', numberBetween(1, 60)) ?? 20
  const refreshHours = group.optional('refreshHours', numberBetween(1, 24)) ?? 24
  const rangesAsFile = group.optional('rangesAsFile', yesOrNo) ?? false
  const unknownRange = group.optional('unknownRange', oneOf(['notEnrolled', 'ask'] as const)) ?? 'notEnrolled'
  const exemptionReasons = group.optional('exemptionReasons', reasonCodes) ?? []
  if (name === undefined || directoryServerId === undefined || networks === undefined) return undefined
  if (addresses === undefined || tls === undefined || results === undefined) return undefined
  return {
    ...{ name, directoryServerId, networks, ...(operatorId !== undefined && { operatorId }), addresses },
    ...{ tls, results, answerSeconds, challengeMinutes, refreshHours, rangesAsFile },
    ...{ unknownRange, exemptionReasons },
  }
}

function readTls(group: PlacedGroup): DirectoryTls | undefined {
  const tls = group.group('tls', ['certificate', 'key', 'authorities'])
  if (!tls) return group.value('tls') === undefined ? group.object('tls', 'is missing') : undefined
  const certificate = tls.required('certificate', filePath)
  const key = tls.required('key', filePath)
  const authorities = tls.required('authorities', filePath)
  if (certificate === undefined || key === undefined || authorities === undefined) return undefined
  return { certificate, key, authorities }
}

function readResults(group: PlacedGroup): ResultsListener | undefined {
  const results = group.group('results', ['address', 'port', 'certificate', 'key'])
  if (!results)
    return group.value('results') === undefined ? group.object('results', 'is missing') : undefined
  const address = results.required('address', httpsAddress)
  const port = results.required('port', numberBetween(1, 65_535))
  const certificate = results.required('certificate', filePath)
  const key = results.required('key', filePath)
  if (address === undefined || port === undefined) return undefined
  return certificate === undefined || key === undefined ? undefined : { address, port, certificate, key }
}

/** Paths are written from the folder of the file, which moves as a whole. */
function withPathsFrom(folder: string, server: DirectoryServer): DirectoryServer {
  const { tls, results } = server
  const from = (path: string) => resolve(folder, path)
  return {
    ...server,
    tls: {
      certificate: from(tls.certificate),
      key: from(tls.key),
      authorities: from(tls.authorities),
    },
    results: { ...results, certificate: from(results.certificate), key: from(results.key) },
  }
}

async function objectionsToFiles({ name, tls, results }: DirectoryServer): Promise<readonly string[]> {
  const { certificate, key } = results
  return [
    ...(await objectionsToTlsFiles(tls, `directory server ${name}, tls`)),
    ...(await objectionsToTlsFiles({ certificate, key }, `directory server ${name}, results`)),
  ]
}

const serverName: PlacedForm<string> = {
  expects: 'lower-case letters, digits and hyphens, up to 40',
  read: value => (typeof value === 'string' && isDirectoryServerName(value) ? value : undefined),
}
const filePath = matchingText(/^\S(?:.*\S)?$/, 'the path of a file')
const yesOrNo: PlacedForm<boolean> = {
  expects: 'true or false',
  read: value => (typeof value === 'boolean' ? value : undefined),
}

const reasonCodes: PlacedForm<readonly string[]> = {
  expects: 'a list of reason codes, each of two digits; it may be empty',
  read: value =>
    Array.isArray(value) && value.every(each => typeof each === 'string' && /^\d\d$/.test(each))
      ? value
      : undefined,
}
const printable = (max: number) =>
  matchingText(new RegExp(`^[\\x21-\\x7e]{1,${max}}$`), `text of up to ${max} letters, digits and signs`)

const oneOf = <Word extends string>(words: readonly Word[]): PlacedForm<Word> => ({
  expects: `one of ${words.join(', ')}`,
  read: value => words.find(word => word === value),
})

const httpsAddress: PlacedForm<string> = {
  expects: 'an address that begins with https://, without a query',
  read: value => (typeof value === 'string' && isHttps(value) ? value : undefined),
}

function isHttps(text: string): boolean {
  if (text.length > addressMax || !URL.canParse(text)) return false
  const { protocol, username, search, hash } = new URL(text)
  return protocol === 'https:' && username === '' && search === '' && hash === ''
}

const addressMax = 2_048
