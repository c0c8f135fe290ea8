// The links file as a value: every mistake in it is found before anything starts. Whatever would not fit into
// a message is refused here and not at the first payment.

import {
  createPlacedValues,
  listOf,
  matchingText,
  numberBetween,
  type PlacedForm,
  type PlacedGroup,
} from '../../platform/placedValues.ts'
import { shownValue } from '../../platform/shownValue.ts'
import { countryOfTwoLetters } from '../../standards/countries.ts'
import { withFrame } from '../iso8583/dialects/check/checkDialect.ts'
import type { Dialect } from '../iso8583/dialects/dialect.ts'
import { checkIdentity, checkInstitutions } from './checkIdentity.ts'
import { checkRoutes } from './checkRoutes.ts'
import type { AcquirerLinks, HostAddress, LinkSettings, LinkTls, MerchantIdentity } from './settings.ts'

/** A dialect by the word that stands in the file, or what is wrong with it. */
export type DialectSource = (word: string) => Dialect | { readonly findings: readonly string[] }

export type CheckedLinks = AcquirerLinks | { readonly findings: readonly string[] }

export function checkLinks(value: unknown, dialectOf: DialectSource): CheckedLinks {
  const values = createPlacedValues()
  const whole = values.whole(value, ['links', 'merchants', 'routes'])
  if (!whole) return { findings: values.findings }
  const linkGroups = whole.groups('links', linkKeys)
  // A link with a mistake is still one that others may name, in a dialect that they must fit.
  const dialects = new Map<string, Dialect>()
  const links = onceEach(
    linkGroups.map(group => ({ group, read: readLink(group, dialectOf, dialects) })),
    ({ name }) => name,
    name => `there is a link ${name} already`,
    'name',
  )
  if (links.length === 0 && values.findings.length === 0) whole.object('links', 'must have at least one link')
  const names = linkGroups.flatMap(group => nameIn(group) ?? [])
  const identities = whole
    .groups('merchants', identityKeys)
    .map(group => ({ group, read: readIdentity(group, names, dialects) }))
  checkTerminals(identities)
  const merchants = onceEach(
    identities,
    ({ merchantId, link }) => `${merchantId} at ${link}`,
    pair => `${pair} stands here a second time`,
    'merchantId',
  )
  const routes = checkRoutes(whole, { names, merchants })
  const { findings } = values
  return findings.length > 0 ? { findings } : { links, merchants, routes }
}

const linkKeys = [
  ...['name', 'dialect', 'frame', 'addresses', 'tls', 'connections', 'window', 'backlogPerSecond'],
  ...['signOnAgainSeconds', 'institution', 'forwarder', 'country', 'timeZone'],
]
const identityKeys = ['merchantId', 'link', 'acceptor', 'terminals', 'category', 'name', 'city', 'country']

type Placed<Read> = { readonly group: PlacedGroup; readonly read: Read | undefined }

/** What was read, without what stands there a second time. */
function onceEach<Read>(
  placed: readonly Placed<Read>[],
  identityOf: (read: Read) => string,
  objection: (identity: string) => string,
  key: string,
): readonly Read[] {
  const seen = new Set<string>()
  return placed.flatMap(({ group, read }) => {
    if (read === undefined) return []
    const identity = identityOf(read)
    if (seen.has(identity)) group.object(key, objection(identity))
    seen.add(identity)
    return [read]
  })
}

/**
 * Two merchants under one acceptor and terminal are one to the host: what the one is owed would be paid to
 * the other. Where a merchant stands there twice, that is told instead.
 */
function checkTerminals(placed: readonly Placed<MerchantIdentity>[]): void {
  const seen = new Map<string, { readonly place: string; readonly merchantId: string }>()
  for (const { group, read } of placed) {
    if (read === undefined) continue
    const { link, acceptor, merchantId } = read
    for (const terminal of read.terminals) {
      const identity = JSON.stringify([link, acceptor, terminal])
      const first = seen.get(identity)
      if (first === undefined) seen.set(identity, { place: group.place, merchantId })
      else if (first.merchantId !== merchantId)
        group.object('terminals', sharedTerminal(read, terminal, first))
    }
  }
}

function sharedTerminal(
  { link, acceptor }: MerchantIdentity,
  terminal: string,
  first: { readonly place: string; readonly merchantId: string },
): string {
  const shared = `${shownValue(terminal)} of the acceptor ${shownValue(acceptor)}`
  const where = `is at ${first.place} already, for ${first.merchantId}`
  return `${shared} ${where}: the host of ${link} could not tell the merchants apart`
}

const nameIn = (group: PlacedGroup): string | undefined => {
  const name = group.value('name')
  return typeof name === 'string' ? name : undefined
}

function readLink(
  group: PlacedGroup,
  dialectOf: DialectSource,
  dialects: Map<string, Dialect>,
): LinkSettings | undefined {
  const name = group.required('name', linkName)
  const dialect = readDialect(group, dialectOf)
  if (name !== undefined && dialect !== undefined) dialects.set(name, dialect)
  const addresses = group.required('addresses', listOf(address))
  const tls = readTls(group)
  const connections = group.optional('connections', numberBetween(1, 64)) ?? 2
  const window = group.optional('window', numberBetween(1, 10_000)) ?? 100
  const backlogPerSecond = group.optional('backlogPerSecond', numberBetween(1, 10_000)) ?? 20
  const signOnAgainSeconds = group.optional('signOnAgainSeconds', numberBetween(1, 3_600))
  const institution = group.required('institution', institutionDigits)
  const forwarder = group.optional('forwarder', institutionDigits)
  const acquirerCountry = group.required('country', country)
  const timeZone = group.required('timeZone', offset)
  if (name === undefined || dialect === undefined || addresses === undefined) return undefined
  if (institution === undefined || acquirerCountry === undefined || timeZone === undefined) return undefined
  const link: LinkSettings = {
    ...{ name, dialect, addresses, ...(tls && { tls }), connections, window, backlogPerSecond, institution },
    ...(signOnAgainSeconds !== undefined && { signOnAgainSeconds }),
    ...(forwarder !== undefined && { forwarder }),
    ...{ country: acquirerCountry, timeZone },
  }
  checkInstitutions(group, link)
  return link
}

function readDialect(group: PlacedGroup, dialectOf: DialectSource): Dialect | undefined {
  const word = group.required('dialect', nonEmptyText)
  if (word === undefined) return undefined
  const found = dialectOf(word)
  if (!('findings' in found)) {
    const frame = group.value('frame')
    return frame === undefined ? found : withFrame(found, frame, group.object)
  }
  for (const finding of found.findings) group.object('dialect', finding)
  return undefined
}

function readTls(group: PlacedGroup): LinkTls | undefined {
  const tls = group.group('tls', ['authorities', 'certificate', 'key', 'serverName'])
  if (!tls) return undefined
  const authorities = tls.optional('authorities', nonEmptyText)
  const certificate = tls.optional('certificate', nonEmptyText)
  const key = tls.optional('key', nonEmptyText)
  const serverName = tls.optional('serverName', hostName)
  if (certificate !== undefined && tls.value('key') === undefined)
    tls.object('key', 'is missing: a certificate is shown with its key')
  if (key !== undefined && tls.value('certificate') === undefined)
    tls.object('certificate', 'is missing: a key is used with its certificate')
  return {
    ...(authorities !== undefined && { authorities }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
    ...(serverName !== undefined && { serverName }),
  }
}

function readIdentity(
  group: PlacedGroup,
  names: readonly string[],
  dialects: ReadonlyMap<string, Dialect>,
): MerchantIdentity | undefined {
  const merchantId = group.required('merchantId', merchant)
  const link = group.required('link', oneOfLinks(names))
  const acceptor = group.required('acceptor', nonEmptyText)
  const terminals = group.required('terminals', listOf(nonEmptyText))
  const category = group.required('category', fourDigits)
  const name = group.required('name', nonEmptyText)
  const city = group.required('city', nonEmptyText)
  const place = group.required('country', country)
  if (merchantId === undefined || link === undefined || acceptor === undefined) return undefined
  if (terminals === undefined || category === undefined || name === undefined) return undefined
  if (city === undefined || place === undefined) return undefined
  const identity = { merchantId, link, acceptor, terminals, category, name, city, country: place }
  const dialect = dialects.get(link)
  if (dialect) checkIdentity(group, identity, dialect)
  return identity
}

const nonEmptyText = matchingText(/^\S(?:.*\S)?$/s, 'text, without spaces at its ends')
const linkName = matchingText(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens, up to 40')
const merchant = matchingText(/^[A-Za-z0-9_-]{1,40}$/, 'the id of a merchant')
const institutionDigits = matchingText(/^\d{1,11}$/, 'text of up to 11 digits')
const fourDigits = matchingText(/^\d{4}$/, 'text of four digits, the merchant category')
const offset = matchingText(/^[+-](?:0\d|1[0-4])[0-5]\d$/, 'an offset from UTC such as "+0100"')
const hostName = matchingText(/^[A-Za-z0-9.-]{1,253}$/, 'a host name')

const country: PlacedForm<string> = {
  expects: 'a country in two letters, such as "DE"',
  read: value => (typeof value === 'string' && countryOfTwoLetters(value) !== undefined ? value : undefined),
}

const address: PlacedForm<HostAddress> = {
  expects: 'a host and a port such as "host.example:8583" or "[::1]:8583"',
  read(value) {
    const parts =
      typeof value === 'string' ? /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/.exec(value) : null
    const host = parts?.[1] ?? parts?.[2]
    const port = Number(parts?.[3])
    return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined
  },
}

const oneOfLinks = (names: readonly string[]): PlacedForm<string> => ({
  expects: `one of the links: ${names.join(', ')}`,
  read: value => names.find(name => name === value),
})
