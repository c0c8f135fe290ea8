// How one API call is named, and how it ended.

import type { ShownCall } from '../../api/developers.ts'
import { StatusBadge, type Tone } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import { requestWords } from '../words/requests.ts'

/** By its operation; by its path where none was named. */
export function CallName({ call: { operation, method, path } }: { readonly call: ShownCall }) {
  return (
    <span dir="ltr">
      {operation ?? method}
      {operation === undefined && <span className="devPath">{shortPath(path)}</span>}
    </span>
  )
}

/** Without what all of them begin with. */
export const shortPath = (path: string): string =>
  path.replace(/^\/api\/rest\/version\/[^/]+/, '').replace(/^\/merchant\/[^/]+/, '') || '/'

export const toneOfCall = ({ outcome, result }: Pick<ShownCall, 'outcome' | 'result'>): Tone => {
  if (outcome === 'FAILED') return 'bad'
  if (outcome === 'REFUSED') return 'wait'
  return result === 'FAILURE' ? 'plain' : 'good'
}

export function CallOutcomeBadge({ call }: { readonly call: ShownCall }) {
  const say = useWords(requestWords)
  return (
    <StatusBadge tone={toneOfCall(call)}>
      {say(call.outcome)} · {call.status}
    </StatusBadge>
  )
}
