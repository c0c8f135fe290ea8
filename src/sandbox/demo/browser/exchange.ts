import { maskedNumber } from '../../../standards/cardNumber.ts'

/** One request and its answer, as the demo shows it. Secrets are masked before it is created. */
export type DemoExchange = {
  /** Its purpose. */
  readonly title: string
  readonly by: ExchangeParty
  readonly method: string
  readonly path: string
  readonly request?: unknown
  readonly status?: number
  readonly answer?: unknown
  readonly ms?: number
}

/** Who sent it: the shop's server with its password, or a script of the gateway in the payer's browser. */
const exchangeParties = ['server', 'browser'] as const
type ExchangeParty = (typeof exchangeParties)[number]

/** Reads a stored exchange; undefined for anything else. */
export function parseExchange(value: unknown): DemoExchange | undefined {
  const by = exchangeParties.find(party => party === textAt(value, 'by'))
  const [title, method, path] = ['title', 'method', 'path'].map(name => textAt(value, name))
  if (by === undefined || title === undefined || method === undefined || path === undefined) return undefined
  const { request, answer } = isMembers(value) ? value : {}
  const [status, ms] = ['status', 'ms'].map(name => numberAt(value, name))
  return {
    title,
    by,
    method,
    path,
    ...(request !== undefined && { request }),
    ...(status !== undefined && { status }),
    ...(answer !== undefined && { answer }),
    ...(ms !== undefined && { ms }),
  }
}

type UnknownMembers = { readonly [name: string]: unknown }

export const isMembers = (value: unknown): value is UnknownMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at the end of the path, or undefined. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) found = isMembers(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}

export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : undefined
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'number' ? found : undefined
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}

/**
 * A body as it may be shown and stored: secrets are dots, card numbers are masked, long texts are cut. The
 * demo never gets a card number; this holds even if some answer should contain one.
 */
export function maskSecrets(value: unknown, name = ''): unknown {
  if (secrets.has(name) && value !== undefined && !isErrorWord(value)) return hidden
  if (typeof value === 'string') return maskText(value, name)
  if (Array.isArray(value)) return value.map(element => maskSecrets(element))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, maskSecrets(held, key)]))
}

const hidden = '••••••••'
const secrets: ReadonlySet<string> = new Set(['aes256Key', 'password', 'pin', 'securityCode'])

/** Not a secret but an error about it: `"errors": {"securityCode": "missing"}`. */
const isErrorWord = (value: unknown): boolean => value === 'missing' || value === 'invalid'

function maskText(text: string, name: string): string {
  if (name === 'successIndicator') return text.slice(0, 4) + '•'.repeat(Math.max(0, text.length - 4))
  const shown = text.replace(cardNumber, maskedNumber)
  return shown.length <= textMax ? shown : `${shown.slice(0, textMax)}… (${shown.length} characters)`
}

/** Between 13 and 19 digits on their own, not part of something longer. */
const cardNumber = /(?<![\w.-])\d{13,19}(?![\w-])/g
/** Longer texts are markup for the page. */
const textMax = 240
