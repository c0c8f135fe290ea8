// The operator's file of wallets, with the files of keys and roots that it names.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { UseRefusal } from '../platform/errors.ts'
import { readPrivate } from '../platform/files.ts'
import { fileTrouble, readJsonFile, refuseFile } from '../platform/operatorFile.ts'
import {
  createPlacedValues,
  listOf,
  matchingText,
  type PlacedForm,
  type PlacedGroup,
} from '../platform/placedValues.ts'
import { isPlainText } from '../standards/plainText.ts'
import { isUrl } from '../standards/url.ts'
import { walletNameForm } from '../standards/walletNames.ts'
import { deviceWalletProviders, type OfferedWallet } from './port.ts'
import type { Wallet } from './wallets.ts'

/**
 * Refuses a file with mistakes, all of them at once: one line for each, with its place. A wallet whose key or
 * root is not there is a mistake: a gateway that could not open its tokens does not start.
 */
export async function readWalletsFile(path: string): Promise<readonly Wallet[]> {
  const value = await readJsonFile(path, { isEachOnce: true }).catch(error =>
    refuseFile(path, [fileTrouble(error)]),
  )
  const checked = checkWallets(value)
  if ('findings' in checked) return refuseFile(path, checked.findings)
  const folder = dirname(resolve(path))
  const read = await Promise.all(checked.wallets.map(wallet => withFiles(wallet, folder)))
  const findings = read.flatMap(one => ('findings' in one ? one.findings : []))
  return findings.length > 0
    ? refuseFile(path, findings)
    : read.flatMap(one => ('findings' in one ? [] : [one]))
}

/** One wallet of the file; keys and root are still paths. */
type DeclaredWallet = OfferedWallet & {
  readonly place: string
  readonly tokenPath: string
  readonly merchantIdentifier: string
  readonly privateKeys: readonly string[]
  readonly root: string
  readonly leafMarker: string
  readonly intermediateMarker: string
  readonly partyU: string
}

type CheckedWallets =
  | { readonly wallets: readonly DeclaredWallet[] }
  | { readonly findings: readonly string[] }

export function checkWallets(value: unknown): CheckedWallets {
  const values = createPlacedValues()
  const whole = values.whole(value, ['wallets'])
  const groups = whole?.groups('wallets', walletKeys) ?? []
  if (whole && groups.length === 0 && values.findings.length === 0)
    whole.object('wallets', 'must have at least one wallet')
  const wallets = groups.map(readWallet)
  for (const [index, wallet] of wallets.entries())
    if (wallet && wallets.slice(0, index).some(earlier => earlier?.name === wallet.name))
      groups[index]?.object('name', `there is a wallet ${wallet.name} already`)
  const { findings } = values
  return findings.length > 0 ? { findings } : { wallets: wallets.flatMap(wallet => wallet ?? []) }
}

const walletKeys = [
  ...['name', 'label', 'walletProvider', 'method', 'methodData', 'format', 'tokenPath'],
  ...['merchantIdentifier', 'privateKeys', 'root', 'leafMarker', 'intermediateMarker', 'partyU'],
]

function readWallet(group: PlacedGroup): DeclaredWallet | undefined {
  const read = {
    name: group.required('name', walletNameForm),
    label: group.required('label', labelForm),
    walletProvider: group.required('walletProvider', providerForm),
    method: group.required('method', methodForm),
    methodData: group.required('methodData', objectForm),
    format: group.required('format', matchingText(/^EC_v1$/, 'EC_v1, the format that is opened here')),
    tokenPath: group.required('tokenPath', pathForm),
    merchantIdentifier: group.required('merchantIdentifier', asciiText),
    privateKeys: group.required('privateKeys', listOf(asciiText)),
    root: group.required('root', asciiText),
    leafMarker: group.required('leafMarker', identifierForm),
    intermediateMarker: group.required('intermediateMarker', identifierForm),
    partyU: group.required('partyU', asciiText),
  }
  const { format: _, ...wallet } = read
  return isWhole(wallet) ? { place: group.place, ...wallet } : undefined
}

type Whole<Values> = { [Name in keyof Values]-?: NonNullable<Values[Name]> }
const isWhole = <Values extends object>(values: Values): values is Values & Whole<Values> =>
  Object.values(values).every(value => value !== undefined)

const labelForm: PlacedForm<string> = {
  expects: 'what payers read on the button: text of up to 30 characters',
  read: value =>
    typeof value === 'string' &&
    value.trim() === value &&
    value !== '' &&
    value.length <= 30 &&
    isPlainText(value)
      ? value
      : undefined,
}
const providerForm: PlacedForm<OfferedWallet['walletProvider']> = {
  expects: deviceWalletProviders.join(' or '),
  read: value => deviceWalletProviders.find(provider => provider === value),
}
const methodForm: PlacedForm<string> = {
  expects: 'the https address that identifies the payment method',
  read: value =>
    typeof value === 'string' && value.startsWith('https:') && isUrl(value) ? value : undefined,
}
const objectForm: PlacedForm<Readonly<Record<string, unknown>>> = {
  expects: 'an object with the data of the payment method',
  read: value =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined,
}
const pathForm = matchingText(/^\w{1,50}(?:\.\w{1,50}){0,5}$/, 'names separated by dots, such as token.data')
const asciiText = matchingText(
  /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/,
  'text of up to 200 characters',
)
const identifierForm = matchingText(/^[0-2](?:\.\d{1,20}){1,20}$/, 'an object identifier such as 2.999.1')

/** What a key holds is never part of a message. */
async function withFiles(
  declared: DeclaredWallet,
  folder: string,
): Promise<Wallet | { readonly findings: readonly string[] }> {
  const { place, merchantIdentifier, privateKeys, root, leafMarker, intermediateMarker, partyU, ...wallet } =
    declared
  const findings: string[] = []
  const read = <Value>(key: string, path: string, by: (path: string) => Promise<Value>) =>
    by(resolve(folder, path)).catch(error => {
      findings.push(`${place}.${key}: ${fileTrouble(error)}`)
      return undefined
    })
  const keys = await Promise.all(privateKeys.map(path => read('privateKeys', path, readKey)))
  const authority = await read('root', root, readRoot)
  if (!authority || findings.length > 0) return { findings }
  const signer = { root: authority, leafMarker, intermediateMarker }
  const opened = { privateKeys: keys.flatMap(key => key ?? []), signer, partyU, merchantIdentifier }
  return { ...wallet, keys: opened }
}

async function readKey(path: string): Promise<KeyObject> {
  const key = parsed(await readPrivate(path), createPrivateKey)
  if (key?.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  throw new UseRefusal('must be the path of a private key on the curve P-256, in PEM')
}

async function readRoot(path: string): Promise<X509Certificate> {
  const root = parsed(await readFile(path, 'utf8'), pem => new X509Certificate(pem))
  if (root?.ca) return root
  throw new UseRefusal('must be the path of the certificate of an authority, in PEM')
}

function parsed<Value>(text: string, by: (text: string) => Value): Value | undefined {
  try {
    return by(text)
  } catch {
    return undefined
  }
}
