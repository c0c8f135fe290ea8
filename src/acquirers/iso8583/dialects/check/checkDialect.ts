// Checks the dialect of an operator completely, so that a mistake is found when the file is written and not
// at the first payment.

import { withoutLongNumbers } from '../../../../platform/shownValue.ts'
import { frameLengths } from '../../codec/frameLengths.ts'
import type { Dialect, FrameForm } from '../dialect.ts'
import { checkFields } from './checkFields.ts'
import { checkMessages } from './checkMessages.ts'
import { dialectShape, frameChangesShape } from './dialectShape.ts'
import type { Finding } from './shapes.ts'

/** Each finding is one line that begins with its place. */
export type CheckedDialect = { readonly dialect: Dialect } | { readonly findings: readonly string[] }

export function checkDialect(value: unknown): CheckedDialect {
  const findings: string[] = []
  const find: Finding = (place, what) =>
    void findings.push(withoutLongNumbers(place === '' ? `the dialect ${what}` : `${place} ${what}`))
  if (!isShaped(value, find, findings)) return { findings }
  checkFrame(value, find)
  checkFields(value, find)
  checkMessages(value, find)
  return findings.length === 0 ? { dialect: value } : { findings }
}

/** What members have to do with each other can be checked only where all of them are of their kind. */
function isShaped(value: unknown, find: Finding, findings: readonly string[]): value is Dialect {
  dialectShape(value, '', find)
  return findings.length === 0
}

/** The dialect as one link frames it: its test host and its production host may differ in that alone. */
export function withFrame(dialect: Dialect, changes: unknown, find: Finding): Dialect | undefined {
  const findings: string[] = []
  const note: Finding = (place, what) => {
    findings.push(place)
    find(place, what)
  }
  if (!areFrameChanges(changes, note, findings)) return undefined
  const framed = { ...dialect, frame: { ...dialect.frame, ...changes } }
  checkFrame(framed, note)
  return findings.length === 0 ? framed : undefined
}

function areFrameChanges(
  value: unknown,
  find: Finding,
  findings: readonly string[],
): value is Partial<FrameForm> {
  frameChangesShape(value, 'frame', find)
  return findings.length === 0
}

function checkFrame({ frame }: Pick<Dialect, 'frame'>, find: Finding): void {
  const { bytes, largest } = frameLengths[frame.length]
  const longest = largest - (frame.lengthCountsItself ? bytes : 0)
  if (frame.longestBytes > longest)
    find('frame.longestBytes', `must be at most ${longest}: ${frame.length} cannot say more`)
}
