// Reads what is posted to the control. What is refused is not repeated: it may hold a card number.

import { readFaults } from '../platform/faultSettings.ts'
import type { BookedChange } from './cardRanges.ts'
import { type DirectoryFault, type DirectoryFaultSetting, directoryFaults, faultMessages } from './faults.ts'
import type { DirectoryNotice } from './notices.ts'
import type { OrderedOutcome } from './orderedOutcomes.ts'
import { isContent, type WireMessage } from './tables/forms.ts'
import { isIssuerOutcome, issuerOutcomes } from './testCards.ts'
import { isSpoken } from './versions.ts'

export const readDirectoryFaults = (
  body: WireMessage,
): readonly (readonly [DirectoryFault, DirectoryFaultSetting])[] =>
  readFaults(body, {
    ...{ names: directoryFaults, scopes: faultMessages, msMax: 86_400_000, others: ['scheme', 'code'] },
    readOthers({ scheme, code, ...unknown }) {
      const areTexts = isAbsentOr(scheme, /^[a-z0-9-]+$/) && isAbsentOr(code, /^\d{3}$/)
      if (!areTexts || Object.keys(unknown).length > 0) return undefined
      return {
        ...(typeof scheme === 'string' && { scheme }),
        ...(typeof code === 'string' && { code }),
      }
    },
  })

const isAbsentOr = (value: unknown, pattern: RegExp): boolean =>
  value === undefined || (typeof value === 'string' && pattern.test(value))

export function readOrder({ outcome, cardNumber, next, ...others }: WireMessage): OrderedOutcome {
  const isRead = isAbsentOr(cardNumber, /^\d{13,19}$/) && (next === undefined || isCount(next, 1e6))
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
  if (!areCodes || !isText(description) || !isCount(parts, noticePartsMax) || Object.keys(others).length > 0)
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
const isCount = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
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
