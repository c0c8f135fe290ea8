// What must hold for every answer, whatever was sent.

import { offencesOf } from '../journeys/lawful.ts'
import type { Heard } from './heard.ts'

type Sent = { readonly kind: string; readonly path: string; readonly body: Buffer }

/** How an answer breaks the contract; empty where it keeps it. */
export function offencesIn(sent: Sent, heard: Heard): readonly string[] {
  if (heard.status >= 500 && !documented.has(heard.status)) return [`a ${heard.status}`]
  // Pages, and the calls of their scripts, have forms of their own.
  if (heard.text === '' || sent.kind === 'pages') return []
  try {
    // Of damaged bytes nobody knows which path they had; what an answer has to hold is told by other tests.
    const isOwnPath = heard.status >= 400 && sent.kind !== 'bytes' && sent.kind !== 'headers'
    const asked = { path: isOwnPath ? sent.path : '', bytes: sent.body }
    return offencesOf(asked, { ...heard, body: JSON.parse(heard.text) })
  } catch (error) {
    return [`no JSON: ${String(error)}`]
  }
}

/** Busy, and a version of HTTP that is not spoken: both say so in the form of all errors. */
const documented = new Set([503, 505])
