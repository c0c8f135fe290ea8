// The operator's file of payment providers, with the files of secrets and authorities that it names.

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
import { protocolSecretsMax } from '../protocol/signature.ts'
import { readProviderSecret } from './secrets.ts'
import {
  isProviderName,
  type ProviderLinks,
  type ProviderMerchant,
  type ProviderSettings,
} from './settings.ts'

type FileOptions = {
  /** Whether an adapter on this machine may be reached without TLS: in a sandbox. */
  readonly isPlainAllowed: boolean
}

/** Refuses a file with mistakes, all of them at once: one line for each, with its place. */
export async function readProvidersFile(path: string, options: FileOptions): Promise<ProviderLinks> {
  const value = await readJsonFile(path).catch(error => refuseFile(path, [fileTrouble(error)]))
  const checked = checkProviders(value, options)
  if ('findings' in checked) return refuseFile(path, checked.findings)
  const folder = dirname(resolve(path))
  const providers = checked.providers.map(provider => withPathsFrom(folder, provider))
  const findings = await Promise.all(providers.map(objectionsToFiles))
  if (findings.some(each => each.length > 0)) return refuseFile(path, findings.flat())
  return { providers }
}

type CheckedProviders = ProviderLinks | { readonly findings: readonly string[] }

export function checkProviders(value: unknown, options: FileOptions): CheckedProviders {
  const values = createPlacedValues()
  const whole = values.whole(value, ['providers'])
  if (!whole) return { findings: values.findings }
  const groups = whole.groups('providers', providerKeys)
  const read = groups.map(group => ({ group, provider: readProvider(group, options) }))
  if (groups.length === 0 && values.findings.length === 0)
    whole.object('providers', 'must have at least one provider')
  for (const [index, { group, provider }] of read.entries())
    for (const { provider: earlier } of read.slice(0, index)) objectToBoth(group, provider, earlier)
  const { findings } = values
  return findings.length > 0 ? { findings } : { providers: read.flatMap(({ provider }) => provider ?? []) }
}

const providerKeys = [
  ...['name', 'address', 'kinds', 'displayName', 'merchants', 'gatewaySecrets', 'providerSecrets'],
  ...['answerSeconds', 'authorities'],
]

/** A payment must have one provider: two must not serve the same merchant the same kind. */
function objectToBoth(
  group: PlacedGroup,
  provider: ProviderSettings | undefined,
  earlier: ProviderSettings | undefined,
): void {
  if (!provider || !earlier) return
  if (provider.name === earlier.name) group.object('name', `there is a provider ${provider.name} already`)
  const kind = provider.kinds.find(one => earlier.kinds.includes(one))
  const both = provider.merchants.find(one => earlier.merchants.some(isSameMerchant(one)))
  if (kind === undefined || !both) return
  group.object('kinds', `${earlier.name} serves ${kind} to ${both.merchantId} already`)
}

const isSameMerchant =
  ({ merchantId }: ProviderMerchant) =>
  (other: ProviderMerchant): boolean =>
    other.merchantId === merchantId

function readProvider(group: PlacedGroup, { isPlainAllowed }: FileOptions): ProviderSettings | undefined {
  const name = group.required('name', providerName)
  const address = group.required('address', isPlainAllowed ? addressInSandbox : secureAddress)
  const kinds = group.required('kinds', listOf(printable(50)))
  const displayName = group.optional('displayName', printable(100))
  const merchants = readMerchants(group)
  const gatewaySecrets = group.required('gatewaySecrets', secretFiles)
  const providerSecrets = group.required('providerSecrets', secretFiles)
  const answerSeconds = group.optional('answerSeconds', numberBetween(1, 60)) ?? 10
  const authorities = group.optional('authorities', filePath)
  if (name === undefined || address === undefined || kinds === undefined) return undefined
  if (gatewaySecrets === undefined || providerSecrets === undefined || !merchants) return undefined
  return {
    ...{ name, address, kinds, ...(displayName !== undefined && { displayName }), merchants },
    ...{ gatewaySecrets, providerSecrets, answerSeconds },
    ...(authorities !== undefined && { authorities }),
  }
}

function readMerchants(group: PlacedGroup): readonly ProviderMerchant[] | undefined {
  const groups = group.groups('merchants', ['merchantId', 'name'])
  const read = groups.flatMap((each): readonly ProviderMerchant[] => {
    const merchantId = each.required('merchantId', merchantName)
    // As long as the protocol allows: an adapter would refuse every call with a longer one.
    const name = each.optional('name', printable(40))
    return merchantId === undefined ? [] : [{ merchantId, ...(name !== undefined && { name }) }]
  })
  if (groups.length === 0 && Array.isArray(group.value('merchants')))
    group.object('merchants', 'must have at least one merchant')
  for (const [index, each] of groups.entries()) {
    const merchantId = each.value('merchantId')
    if (groups.slice(0, index).some(earlier => earlier.value('merchantId') === merchantId))
      each.object('merchantId', 'is there already')
  }
  return read.length === 0 ? undefined : read
}

/** Paths are written from the folder of the file, which moves as a whole. */
function withPathsFrom(folder: string, provider: ProviderSettings): ProviderSettings {
  const { gatewaySecrets, providerSecrets, authorities } = provider
  const from = (path: string) => resolve(folder, path)
  return {
    ...provider,
    gatewaySecrets: gatewaySecrets.map(from),
    providerSecrets: providerSecrets.map(from),
    ...(authorities !== undefined && { authorities: from(authorities) }),
  }
}

async function objectionsToFiles(provider: ProviderSettings): Promise<readonly string[]> {
  const { name, gatewaySecrets, providerSecrets, authorities } = provider
  const place = `provider ${name}`
  const objections = async (field: string, paths: readonly string[]) =>
    (await Promise.all(paths.map(path => secretTrouble(`${place}, ${field}`, path)))).flat()
  const own = await objections('gatewaySecrets', gatewaySecrets)
  const others = await objections('providerSecrets', providerSecrets)
  const trusted =
    authorities === undefined ? [] : await objectionsToTlsFiles({ authorities }, `${place}, authorities`)
  const found = [...own, ...others, ...trusted]
  return found.length > 0 ? found : await objectionToSharing(place, provider)
}

/** With one secret for both sides, whoever sends a call back has signed an answer. */
async function objectionToSharing(
  place: string,
  { gatewaySecrets, providerSecrets }: ProviderSettings,
): Promise<readonly string[]> {
  const own = new Set(await Promise.all(gatewaySecrets.map(readProviderSecret)))
  const others = await Promise.all(providerSecrets.map(readProviderSecret))
  return others.some(secret => own.has(secret))
    ? [`${place}, providerSecrets: one of them is the gateway's too; each side needs its own`]
    : []
}

/** Where the path of a file is wanted, the secret itself may stand: it is not shown. */
async function secretTrouble(place: string, path: string): Promise<readonly string[]> {
  try {
    await readProviderSecret(path)
    return []
  } catch (error) {
    return [`${place}: must be paths of files with a secret each; one ${fileTrouble(error)}`]
  }
}

const providerName: PlacedForm<string> = {
  expects: 'lower-case letters, digits and hyphens, up to 40',
  read: value => (typeof value === 'string' && isProviderName(value) ? value : undefined),
}
const merchantName = matchingText(/^[\w-]{1,40}$/, "a merchant's id")
const filePath = matchingText(/^\S(?:.*\S)?$/, 'the path of a file')
const printable = (max: number) =>
  matchingText(new RegExp(`^\\S(?:[^\\p{Cc}]{0,${max - 2}}\\S)?$`, 'u'), `text of up to ${max} characters`)

const secretFiles: PlacedForm<readonly string[]> = {
  expects: `a list of one to ${protocolSecretsMax} paths of files with a secret each`,
  read(value) {
    const paths = listOf(filePath).read(value)
    return paths && paths.length <= protocolSecretsMax ? paths : undefined
  },
}

const secureAddress: PlacedForm<string> = {
  expects: 'an address that begins with https://, without a query',
  read: value => (typeof value === 'string' && schemeOf(value) === 'https:' ? value : undefined),
}

const addressInSandbox: PlacedForm<string> = {
  expects: 'an address that begins with https://, or with http:// on this machine, without a query',
  read(value) {
    if (typeof value !== 'string') return undefined
    const scheme = schemeOf(value)
    const isHere = scheme === 'http:' && loopback.test(new URL(value).hostname)
    return scheme === 'https:' || isHere ? value : undefined
  },
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

function schemeOf(text: string): string | undefined {
  if (text.length > addressMax || !URL.canParse(text)) return undefined
  const { protocol, username, search, hash } = new URL(text)
  return username === '' && search === '' && hash === '' ? protocol : undefined
}

const addressMax = 2_048
