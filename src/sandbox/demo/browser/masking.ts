import { maskedNumber } from '../../../standards/cardNumber.ts'

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
