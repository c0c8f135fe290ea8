// The trace numbers of one question: from the first of its terminals that has any left.

import type { LinkSettings } from '../../routing/settings.ts'
import type { TraceNumbers } from './traceNumbers.ts'

export type NumberedTerminal = {
  readonly terminal: string
  readonly own: string
  /** Of its reversal, where that has a number of its own. */
  readonly ofReversal?: string
}

export type Numbering = (
  terminals: readonly string[],
  withReversal: boolean,
) => NumberedTerminal | Promise<NumberedTerminal | 'exhausted'>

/** Without waiting where the first terminal has numbers in memory. */
export function createNumbering(settings: LinkSettings, numbers: TraceNumbers): Numbering {
  /** The rest waits for the database, or goes on to the next terminal. */
  async function waitFor(terminals: readonly string[], withReversal: boolean, taken: Taken) {
    let given: Partial<Taken> = taken
    for (const terminal of terminals) {
      const scope = traceNumberScope(settings, terminal)
      const own = await (given.own ?? numbers.take(scope))
      const ofReversal = withReversal ? await (given.ofReversal ?? numbers.take(scope)) : undefined
      given = {}
      if (own !== 'exhausted' && ofReversal !== 'exhausted') return numbered(terminal, own, ofReversal)
    }
    return 'exhausted'
  }

  return (terminals, withReversal) => {
    const [terminal = ''] = terminals
    const scope = traceNumberScope(settings, terminal)
    const own = numbers.take(scope)
    if (typeof own !== 'number') return waitFor(terminals, withReversal, { own })
    if (!withReversal) return numbered(terminal, own, undefined)
    const ofReversal = numbers.take(scope)
    if (typeof ofReversal !== 'number') return waitFor(terminals, withReversal, { own, ofReversal })
    return numbered(terminal, own, ofReversal)
  }
}

type TakenNumber = number | Promise<number | 'exhausted'>
type Taken = { readonly own: TakenNumber; readonly ofReversal?: TakenNumber }

const numbered = (terminal: string, own: number, ofReversal: number | undefined): NumberedTerminal => ({
  ...{ terminal, own: writtenTraceNumber(own) },
  ...(ofReversal !== undefined && { ofReversal: writtenTraceNumber(ofReversal) }),
})

/** What trace numbers are unique within. */
export const traceNumberScope = ({ dialect, name, institution }: LinkSettings, terminal: string): string =>
  dialect.traceNumbers.scope === 'link' ? `${name}/${institution}` : `${name}/${institution}/${terminal}`

export const writtenTraceNumber = (number: number): string => String(number).padStart(6, '0')
