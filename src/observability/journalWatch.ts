import type { Journal, RecoveryJournal } from '../operations/model/journal.ts'
import { asStep, type Ground, timed } from './ground.ts'

type WholeJournal = Journal & RecoveryJournal

/** Times what requests wait for, counts what recovery does, and knows when it last did. */
export function watchJournal(ground: Ground, journal: WholeJournal, looks: Looks): WholeJournal {
  const { takenOver, pursued, amended } = ground.measures
  const step = stepper(ground)
  const traced = tracer(ground)
  return {
    ...journal,
    load: key => step('load', () => journal.load(key), isFound),
    begin: intent => step('begin', () => journal.begin(intent), stateOf),
    close: conclusion => step('close', () => journal.close(traced(conclusion)), stateOf),
    async amend(amendment) {
      const written = await step('amend', () => journal.amend(traced(amendment)), stateOf)
      if (written.state === 'amended') amended.add(1)
      return written
    },
    async takeOver(wanted) {
      const taken = await journal.takeOver(wanted)
      takenOver.add(taken.length)
      looks.takeOver()
      return taken
    },
    async claimDue(wanted) {
      const claimed = await journal.claimDue(wanted)
      for (const { obligation } of claimed) pursued.add(1, obligation)
      looks.claimDue()
      return claimed
    },
  }
}

/** Told whenever recovery has looked for work. */
export type Looks = { readonly takeOver: () => void; readonly claimDue: () => void }

function stepper(ground: Ground) {
  const { measures, tracing } = ground
  return <Result>(name: string, work: () => Promise<Result>, outcomeOf: (result: Result) => string) => {
    const tell = (seconds: number, outcome: string) => {
      measures.journal.observe(seconds, name, outcome)
      tracing?.addDetails({ facts: { 'tollgate.outcome': outcome } })
    }
    return asStep(ground, { name: `journal ${name}` }, () => timed(work, outcomeOf, tell))
  }
}

/**
 * Where the trace is, is written down with the outcome: so it costs nothing where nobody traces, and the
 * notification can follow, whichever node sends it.
 */
function tracer({ tracing }: Ground) {
  return <Written extends { readonly outcome: string }>(written: Written): Written => {
    const trace = tracing?.traceparent()
    if (trace === undefined) return written
    const document: { readonly story?: object } = JSON.parse(written.outcome)
    return { ...written, outcome: JSON.stringify({ ...document, story: { ...document.story, trace } }) }
  }
}

const isFound = (order: unknown): string => (order === undefined ? 'absent' : 'found')
const stateOf = ({ state }: { readonly state: string }): string => state
