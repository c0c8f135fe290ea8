// Which indexes the product's statements are planned with, and whether one reads a big table as a whole.

import pg from 'pg'
import { asOwner } from '../sample.ts'

/** The plan, whatever the parameters are, that the server keeps for a prepared statement. */
export type KeptPlan = {
  readonly statement: string
  readonly indexes: readonly string[]
  /** Tables with an entry for each order or more that are read from one end to the other. */
  readonly readWhole: readonly string[]
}

const bigTables = [
  ...['orders', 'transactions', 'outcomes', 'notifications', 'found_orders', 'entries', 'archived_orders'],
]

/** Notes every statement of the product that this process executes from now on; searches have no name. */
export function noteStatements(): ReadonlyMap<string, string> {
  const noted = new Map<string, string>()
  const { query } = pg.Client.prototype
  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: pg.Client, ...given: readonly unknown[]) {
      const [statement] = given
      if (isNamed(statement)) noted.set(statement.text, statement.name || 'search')
      return Reflect.apply(query, this, given)
    },
  })
  return noted
}

const isNamed = (value: unknown): value is { readonly name: string; readonly text: string } =>
  typeof value === 'object' && value !== null && 'name' in value && 'text' in value

export const plansOf = (
  connection: pg.ClientConfig,
  statements: ReadonlyMap<string, string>,
): Promise<readonly KeptPlan[]> =>
  asOwner(connection, async client => {
    const plans: KeptPlan[] = []
    for (const [text, statement] of statements) {
      const { rows } = await client.query<PlanRow>(`explain (generic_plan, format json) ${text}`)
      const nodes = rows.flatMap(row => row['QUERY PLAN'].flatMap(({ Plan }) => nodesIn(Plan)))
      plans.push({
        statement,
        indexes: distinct(
          nodes.flatMap(node => [...(node['Conflict Arbiter Indexes'] ?? []), ...named(node)]),
        ),
        readWhole: distinct(
          nodes.flatMap(node =>
            node['Node Type'].endsWith('Seq Scan') && bigTables.includes(node['Relation Name'] ?? '')
              ? [node['Relation Name'] ?? '']
              : [],
          ),
        ),
      })
    }
    return plans
  })

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted()
const named = (node: PlanNode): readonly string[] => (node['Index Name'] ? [node['Index Name']] : [])
const nodesIn = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)]

type PlanRow = { readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }
type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Conflict Arbiter Indexes'?: readonly string[]
  readonly Plans?: readonly PlanNode[]
}
