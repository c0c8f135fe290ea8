// Reads what is posted to the control. What is refused is not repeated: it may hold a card number.

import type { BookedChange } from './cardRanges.ts'
import {
  type DirectoryFault,
  type DirectoryFaultSetting,
  directoryFaults,
  faultMessages,
  isDirectoryFault,
} from './faults.ts'
import type { DirectoryNotice } from './notices.ts'
import type { OrderedOutcome } from './orderedOutcomes.ts'
import { isContent, type WireMessage } from './tables/forms.ts'
import { isIssuerOutcome, issuerOutcomes } from './testCards.ts'
import { isSpoken } from './versions.ts'

/** `{ "slow": { "probability": 0.05, "ms": 11000 }, "erro": { "next": 2, "code": "305" } }` */
export function readFaults(body: WireMessage): readonly (readonly [DirectoryFault, DirectoryFaultSetting])[] {
  return Object.entries(body).map(([name, given]) => {
    if (!isDirectoryFault(name))
      throw new RangeError(`There is no such fault; there are ${Object.keys(directoryFaults).join(', ')}.`)
    return [name, readSetting(name, typeof given === 'number' ? { probability: given } : given)] as const
  })
}

function readSetting(name: string, given: unknown): DirectoryFaultSetting {
  if (!isContent(given)) throw new RangeError(`${name} must be an object.`)
  const { probability, next, on, scheme, ms, code, ...others } = given
  const message = faultMessages.find(one => one === on)
  const areNumbers = isNumber(probability, 1) && isNumber(next, 1e9) && isNumber(ms, 86_400_000)
  const areTexts = isAbsentOr(scheme, /^[a-z0-9-]+$/) && isAbsentOr(code, /^\d{3}$/)
  if (!areNumbers || !areTexts || (on !== undefined && !message) || Object.keys(others).length > 0)
    throw new RangeError(
      `${name} takes probability from 0 to 1, next, on (${faultMessages.join(', ')}), scheme, ms and code.`,
    )
  return {
    ...(typeof probability === 'number' && { probability }),
    ...(typeof next === 'number' && { next }),
    ...(typeof ms === 'number' && { ms }),
    ...(typeof scheme === 'string' && { scheme }),
    ...(typeof code === 'string' && { code }),
    ...(message && { on: message }),
  }
}

const isNumber = (value: unknown, max: number): boolean =>
  value === undefined || (typeof value === 'number' && value >= 0 && value <= max)

const isAbsentOr = (value: unknown, pattern: RegExp): boolean =>
  value === undefined || (typeof value === 'string' && pattern.test(value))

export function readOrder({ outcome, cardNumber, next, ...others }: WireMessage): OrderedOutcome {
  const isRead = isAbsentOr(cardNumber, /^\d{13,19}$/) && isNumber(next, 1e6) && next !== 0
  if (!isIssuerOutcome(outcome) || !isRead || Object.keys(others).length > 0)
    throw new RangeError(`It takes outcome (${issuerOutcomes.join(', ')}), and may have cardNumber and next.`)
  return {
    outcome,
    ...(typeof cardNumber === 'string' && { cardNumber }),
    ...(typeof next === 'number' && { next }),
  }
}

const noticeMax = 20_000
const noticePartsMax = 99

/** `{ "category": "01", "severity": "02", "description": "Your certificate ends.", "parts": 2 }` */
export function readNotice(body: WireMessage): DirectoryNotice {
  const { category = '01', severity, description, parts = 1, ...others } = body
  const areCodes = isAbsentOr(category, twoDigits) && isAbsentOr(severity, twoDigits)
  if (!areCodes || !isText(description) || !isCount(parts) || Object.keys(others).length > 0)
    throw new RangeError(unreadNotice)
  const { length } = description
  if (length < parts || length > parts * noticeMax) throw new RangeError(unreadNotice)
  return {
    ...{ category: String(category), description, parts },
    ...(typeof severity === 'string' && { severity }),
  }
}

const twoDigits = /^\d{2}$/
const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= noticePartsMax
const unreadNotice =
  `It takes description (up to ${noticeMax} characters in each message), and may have category and ` +
  `severity of two digits and parts, the number of messages up to ${noticePartsMax}.`

const shiftMaxMs = 10 * 365 * 86_400_000

export function readClockShift({ shiftMs, ...others }: WireMessage): number {
  const isRead = typeof shiftMs === 'number' && Math.abs(shiftMs) <= shiftMaxMs
  if (!isRead || Object.keys(others).length > 0)
    throw new RangeError('It takes shiftMs: how far the clock is ahead, in milliseconds.')
  return shiftMs
}

/** `{ "changes": [{ "action": "A", "start": "…", "end": "…", "versions": ["2.2.0"], "methodUrl": "…" }] }` */
export function readChanges({ changes }: WireMessage): readonly BookedChange[] {
  if (!Array.isArray(changes)) throw new RangeError('It takes changes, a list.')
  return changes.map(readChange)
}

const bound = /^\d{13,19}$/
const actions = ['A', 'D', 'M'] as const

function readChange(given: unknown): BookedChange {
  const { action: letter, start, end, versions, methodUrl }: WireMessage = isContent(given) ? given : {}
  const action = actions.find(one => one === letter)
  const spoken = Array.isArray(versions) ? versions.filter(isSpoken) : undefined
  const areBounds =
    typeof start === 'string' && bound.test(start) && typeof end === 'string' && bound.test(end)
  if (!action || !areBounds || spoken?.length === 0 || !isAbsentOr(methodUrl, /^https?:/))
    throw new RangeError(
      'A change has action (A, D, M), start and end of 13 to 19 digits, and may have versions and methodUrl.',
    )
  return {
    action,
    range: {
      ...{ start, end, versions: spoken ?? ['2.2.0', '2.3.1'] },
      ...(typeof methodUrl === 'string' && { methodUrl }),
    },
  }
}
