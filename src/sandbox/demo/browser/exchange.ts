import { maskedNumber } from '../../../standards/cardNumber.ts'

/** One request and what came back, as the demo shows it: secrets are masked before it is made. */
export type DemoExchange = {
  /** What it was for, in the words of the shop. */
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
export const exchangeParties = ['server', 'browser'] as const
export type ExchangeParty = (typeof exchangeParties)[number]

/** An exchange that was put away and is read again; whatever else lay there is not one. */
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

/** What lies at the end of the path, or nothing. */
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
 * A body as it may be shown and kept: secrets are dots, card numbers 6.4, long texts cut. The demo never sees
 * a card number; this holds even if some answer should carry one.
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

/** What is said about a field stands under its name too: `"errors": {"securityCode": "missing"}`. */
const isErrorWord = (value: unknown): boolean => value === 'missing' || value === 'invalid'

function maskText(text: string, name: string): string {
  if (name === 'successIndicator') return text.slice(0, 4) + '•'.repeat(Math.max(0, text.length - 4))
  const shown = text.replace(cardNumber, maskedNumber)
  return shown.length <= textMax ? shown : `${shown.slice(0, textMax)}… (${shown.length} characters)`
}

/** Between 13 and 19 digits on their own, not part of something longer. */
const cardNumber = /(?<![\w.-])\d{13,19}(?![\w-])/g
/** Longer texts are markup for the page, which nobody reads here. */
const textMax = 240
