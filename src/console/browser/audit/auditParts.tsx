// How an entry of the audit log is told, and its details.

import { Text } from '@mantine/core'
import type { ShownAuditEntry } from '../../api/audit.ts'
import { roles } from '../../permissions.ts'
import { useWords } from '../language.tsx'
import { auditWords } from '../words/audit.ts'
import { auditActionWords } from '../words/auditActions.ts'
import { shellWords } from '../words/shell.ts'
import { auditTelling, detailRows } from './auditSentence.ts'

type EntryProps = { readonly entry: ShownAuditEntry }

/** As a text, for titles too. */
export function useAuditTold(): (entry: ShownAuditEntry) => string {
  const [say, shell] = [useWords(auditActionWords), useWords(shellWords)]
  return entry => {
    const telling = auditTelling(entry)
    if (!telling) return entry.action
    const role = roles.find(known => known === telling.values.role)
    const what = say(telling.sentence, { ...telling.values, ...(role && { role: shell(`role${role}`) }) })
    return telling.isUndone ? say('undone', { what }) : what
  }
}

export function AuditTold({ entry }: EntryProps) {
  return <bdi>{useAuditTold()(entry)}</bdi>
}

export function FoldedDetails({ entry }: EntryProps) {
  const say = useWords(auditWords)
  if (Object.keys(entry.details).length === 0) return null
  return (
    <details className="auditFold">
      <summary>{say('details')}</summary>
      <Details entry={entry} />
    </details>
  )
}

/** Values are somebody else's words: text, whatever is in them. */
export function Details({ entry }: EntryProps) {
  const say = useWords(auditWords)
  const rows = detailRows(entry.details)
  if (rows.length === 0) return <Text c="dimmed">{say('noDetails')}</Text>
  return (
    <dl className="auditDetails">
      {rows.map(({ name, text, before }) => (
        <div key={name}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd dir="ltr">
            {before !== undefined && (
              <>
                <span className="unseen">{say('wasBefore')}: </span>
                <del>{before}</del>
                {' → '}
                <span className="unseen">{say('isAfter')}: </span>
              </>
            )}
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}
