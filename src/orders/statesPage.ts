import { admissions, conditions } from './admission.ts'
import { type OrderState, orderStatuses } from './status.ts'
import { type Transition, transitions } from './transitions.ts'

/** docs/states.md: what an order can be, and what leads from where to where. */
export function statesPage(): string {
  const found = transitions()
  const isPaid = (state: OrderState) => !unpaid.has(state)
  const collapsed = found
    .filter(({ from, to }) => isPaid(from) || isPaid(to))
    .map(({ from, ...rest }) => ({ ...rest, from: isPaid(from) ? from : 'UNPAID' }))
  return `${[
    '# States of an order',
    introduction,
    '## Before a payment has succeeded',
    diagram(found.filter(({ from, to }) => !isPaid(from) && !isPaid(to))),
    '## From the first payment on',
    `\`UNPAID\` stands for every state of the diagram above.`,
    diagram(collapsed),
    '## Every state, what it admits, and where that leads',
    table(found),
  ].join('\n\n')}\n`
}

const introduction = [
  'Written by `npm run reference` from the admission table and the function that computes the status; a test',
  'fails when it is stale. A state is computed from the transactions of the order, never set. An operation',
  'that a state does not list is refused with 400 on `apiOperation`; one that is listed may still be refused',
  'for its amount, its target or its age. What does not change the state is left out of the diagrams.',
].join('\n')

/** Nothing is held, taken or given back. */
const unpaid: ReadonlySet<string> = new Set([
  'NEW',
  ...orderStatuses.filter(status => /^AUTHENTICAT|^FAILED$|^INITIATED$|^VERIFIED$/.test(status)),
])

type Edge = { readonly from: string; readonly operation: string; readonly to: string }

function diagram(edges: readonly Edge[]): string {
  const labels = new Map<string, Set<string>>()
  for (const { from, operation, to } of edges) {
    if (from === to) continue
    const ends = `${from === 'NEW' ? '[*]' : from} --> ${to}`
    labels.set(ends, (labels.get(ends) ?? new Set()).add(operation))
  }
  const lines = [...labels].map(([ends, operations]) => `  ${ends}: ${[...operations].join(', ')}`)
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
}

function table(found: readonly Transition[]): string {
  const states: readonly OrderState[] = ['NEW', ...orderStatuses]
  const rows = states.flatMap(state => {
    const admitted = admissions[state].map(operation => {
      const ends = found.filter(one => one.from === state && one.operation === operation).map(({ to }) => to)
      return `| ${operation} | ${ends.join(', ') || '–'} |`
    })
    const [first = '| – | – |', ...others] = admitted
    return [`| ${state} | ${conditions[state]} ${first}`, ...others.map(row => `| | ${row}`)]
  })
  return ['| State | | Admits | Leads to |', '|---|---|---|---|', ...rows].join('\n')
}
