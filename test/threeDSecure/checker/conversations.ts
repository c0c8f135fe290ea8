import type { Finding } from './findings.ts'
import { judge, judgeSender } from './judgement.ts'
import { runRules } from './runRules.ts'
import type { About, Conversation, Kind } from './seen.ts'
import { type Step, stepsOf, type Taken } from './taken.ts'

/** What was wrong in a run, and with which of its messages. */
export interface RunFinding extends Finding {
  readonly index: number
  readonly kind: Kind | undefined
  readonly transaction: string
}

export interface RunSettings extends Pick<About, 'extensions' | 'isInformationByRule' | 'isLoopbackAllowed'> {
  /** The clock of the messages is not that of whoever took them down. */
  readonly isClockApart?: boolean
}

/** Judges each message of a run with what went before it, and the run as a whole. */
export function judgeRun(taken: readonly Taken[], settings: RunSettings = {}): readonly RunFinding[] {
  const steps = stepsOf(taken)
  const before = new Map<string, Conversation>()
  const byTransaction = inTransactions(steps)
  const refused = new Map<number, readonly Finding[]>()
  const found = steps.flatMap(step => {
    const conversation = before.get(step.transaction) ?? {}
    before.set(step.transaction, { ...conversation, ...added(step, conversation) })
    const about = aboutOf(step, conversation, settings)
    refused.set(step.index, judge(step.text, about))
    return step.isDeliberate ? [] : judgeSender(step.text, about).map(finding => located(finding, step))
  })
  const ofRun = runRules.flatMap(rule => rule({ steps, byTransaction, refused }))
  return [...found, ...ofRun.map(({ step, ...finding }) => located(finding, step))]
}

function inTransactions(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const grouped = new Map<string, Step[]>()
  for (const step of steps) {
    const known = grouped.get(step.transaction)
    if (known) known.push(step)
    else grouped.set(step.transaction, [step])
  }
  return grouped
}

const located = (finding: Finding, { index, kind, transaction }: Step): RunFinding => ({
  ...finding,
  index,
  kind,
  transaction,
})

function aboutOf(step: Step, conversation: Conversation, settings: RunSettings): About {
  const { isClockApart, ...rest } = settings
  return { ...rest, conversation, ...(isClockApart ? {} : { atMs: step.atMs }) }
}

/** The first of each kind stays what the others are held against. */
function added({ kind, text }: Step, known: Conversation): Conversation {
  if (kind === 'AReq') return { areq: known.areq ?? text }
  if (kind === 'ARes') return { ares: known.ares ?? text }
  if (kind === 'RReq') return { rreq: known.rreq ?? text }
  if (kind === 'PReq') return { preq: text }
  return kind === 'CReq' ? { creq: known.creq ?? text } : {}
}
