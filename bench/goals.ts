import { decimal, printTable, whole } from './table.ts'

/** A goal of the project: what was reached, and the least or the most it may be. */
export type Goal = {
  readonly name: string
  readonly reached: number
  readonly bound: { readonly least: number } | { readonly most: number }
}

/** Prints every goal; false when one was missed. */
export function judgeGoals(goals: readonly Goal[]): boolean {
  printTable(['goal', 'reached', 'bound', 'verdict'], goals.map(rowOf))
  if (goals.some(isClose)) console.log(`\n${closeNote}`)
  return goals.every(isMet)
}

function rowOf(goal: Goal): readonly string[] {
  const { name, reached, bound } = goal
  const shownBound = 'least' in bound ? `≥ ${bound.least}` : `≤ ${bound.most}`
  const verdict = isMet(goal) ? 'met' : 'MISSED'
  const figure = reached < 20 ? decimal(reached) : whole(reached)
  return [name, figure, shownBound, isClose(goal) ? `${verdict}, narrowly` : verdict]
}

function isMet({ reached, bound }: Goal): boolean {
  return 'least' in bound ? reached >= bound.least : reached <= bound.most
}

const margin = 0.1

function isClose({ reached, bound }: Goal): boolean {
  return Math.abs(reached / ('least' in bound ? bound.least : bound.most) - 1) < margin
}

const closeNote =
  'Narrowly: within 10 % of the bound. Two runs may differ by as much on a machine that does other things ' +
  'too; run it again when the machine is quiet.'
