import type { Operation } from '../kit/operation.ts'
import { tokenPath } from '../operations/paths.ts'

/** With which statuses an operation answers when it was carried out. */
export type Outcome = { readonly status: 200 | 201; readonly doc: string; readonly isReplay?: true }

const done = { DELETE: 'Deleted.', GET: 'Found.', POST: 'Done.', PUT: 'Done.' } as const satisfies Record<
  Operation['method'],
  string
>

export function outcomesOf({ method, path }: Operation): readonly Outcome[] {
  if (method === 'PUT' && path.endsWith('/transaction/{transactionid}'))
    return [
      { status: 201, doc: 'Processed and recorded; `result` says how it went, declines included.' },
      {
        status: 200,
        doc:
          'Nothing new was recorded: the same request was answered before, is still running, ' +
          'or the order is busy.',
        isReplay: true,
      },
    ]
  if (method === 'POST' && /\/(?:session|token)$/.test(path)) return [{ status: 201, doc: 'Created.' }]
  if (method === 'PUT' && path === tokenPath)
    return [
      { status: 201, doc: 'Saved under a new name.' },
      { status: 200, doc: 'Saved under a name that was there.' },
    ]
  return [{ status: 200, doc: done[method] }]
}
