import type { AuditDesk } from '../administration/audit.ts'

export type KeyChange = {
  readonly action: 'keys.new' | 'keys.discard'
  readonly ids: readonly string[]
}

/**
 * A file and the log cannot change in one commit: the entry comes first, so that no key changes without one,
 * and where the file refuses, another says so.
 */
export async function noted<Result>(
  audit: Pick<AuditDesk, 'note'>,
  { action, ids }: KeyChange,
  work: () => Promise<Result>,
): Promise<Result> {
  for (const id of ids) await audit.note(action, { id })
  try {
    return await work()
  } catch (error) {
    for (const id of ids) await audit.note(action, { id, isUndone: true }).catch(() => undefined)
    throw error
  }
}
