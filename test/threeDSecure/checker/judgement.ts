import { type Finding, inOrder } from './findings.ts'
import { messageRules } from './messageRules.ts'
import { rangeRules } from './rangeRules.ts'
import { readMessage } from './reading.ts'
import { findingsOfRows } from './readRows.ts'
import type { Rule } from './rule.ts'
import type { About, Seen } from './seen.ts'
import { senderRules, strayFields } from './senderRules.ts'
import { tables } from './tables/tables.ts'
import { transactionRules } from './transactionRules.ts'

/** What a receiver has to refuse in a message: none where it is as the tables want it. */
export function judge(text: string, about: About = {}): readonly Finding[] {
  return judged(text, about, { isSender: false })
}

/** Beyond that, what its sender should not have written although receivers pass over it. */
export function judgeSender(text: string, about: About = {}): readonly Finding[] {
  return judged(text, about, { isSender: true })
}

function judged(
  text: string,
  about: About,
  { isSender }: { readonly isSender: boolean },
): readonly Finding[] {
  const { seen, findings } = readMessage(text, about)
  if (!seen) return findings
  const table = tables[seen.kind]
  const ofRows = findingsOfRows(table, seen.message, { path: '', seen }).filter(
    ({ fields }) => !fields.includes('messageVersion'),
  )
  const found = [...findings, ...ofRows]
  const rules = [...messageRules, ...transactionRules, ...rangeRules, ...(isSender ? senderRules : [])]
  found.push(...broken(rules, seen, found), ...(isSender ? strayFields(table, seen) : []))
  return inOrder(found)
}

/** One fault is told once: a rule about a field that is already wrong says nothing. */
function broken(rules: readonly Rule[], seen: Seen, found: readonly Finding[]): readonly Finding[] {
  const wrong = new Set(found.flatMap(({ fields }) => fields.flatMap(andParents)))
  return rules
    .filter(rule => rule.kinds.includes(seen.kind))
    .flatMap(rule => rule.findings(seen))
    .filter(({ fields }) => !fields.some(field => wrong.has(field)))
}

/** What is within a field that is wrong makes the field wrong. */
const andParents = (field: string): readonly string[] =>
  field.split('.').map((_, index, names) => names.slice(0, index + 1).join('.'))
