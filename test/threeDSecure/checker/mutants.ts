import type { Mutant } from './mutant.ts'
import { readMessage } from './reading.ts'
import { rowMutants } from './rowMutants.ts'
import type { About } from './seen.ts'
import { tables } from './tables/tables.ts'
import { wholeMutants } from './wholeMutants.ts'

/** All that can be wrong with a good message in one place, with the codes that the tables demand. */
export function mutantsOf(text: string, about: About = {}): readonly Mutant[] {
  const { seen, findings } = readMessage(text, about)
  if (!seen) throw new Error(`Only a good message has mutants: ${findings.map(({ why }) => why).join()}`)
  return [...wholeMutants(seen), ...rowMutants(tables[seen.kind], seen.message, seen)]
}
