// How a links file differs from the one that nodes have: they read theirs at the start, so nothing but a new
// file and a restart can change it.

import { isMembers } from './declaration.ts'
import { differencesOf, isSame, type PlannedStep } from './steps.ts'

export type LinksFileDifference = Omit<PlannedStep, 'tasks'>

type Entry = Readonly<Record<string, unknown>>

/** The lists of a links file, and how people name their entries. Routes are numbered: their order decides. */
const lists: Readonly<Record<string, (entry: Entry, index: number) => string>> = {
  links: ({ name }) => String(name),
  merchants: ({ merchantId, link }) => `${merchantId} at ${link}`,
  routes: (_, index) => String(index + 1),
}

export function linkDifferences(before: unknown, after: unknown): readonly LinksFileDifference[] {
  return Object.keys(lists).flatMap(list => {
    const [old, wanted] = [entriesOf(before, list), entriesOf(after, list)]
    return [...new Set([...old.keys(), ...wanted.keys()])]
      .filter(name => !isSame(old.get(name), wanted.get(name)))
      .map(name => ({
        path: `acquirerLinks.${list}.${name}`,
        action: !old.has(name) ? 'add' : wanted.has(name) ? 'change' : 'remove',
        fields: differencesOf(old.get(name) ?? {}, wanted.get(name) ?? {}),
      }))
  })
}

function entriesOf(file: unknown, list: string): ReadonlyMap<string, Entry> {
  const entries: unknown = isMembers(file) ? file[list] : undefined
  const nameOf = lists[list]
  if (!Array.isArray(entries) || !nameOf) return new Map()
  return new Map(
    entries.filter(entry => isMembers(entry)).map((entry, index) => [nameOf(entry, index), entry]),
  )
}
