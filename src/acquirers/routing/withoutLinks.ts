// The acquirer of a gateway that has no links any more. It never heard of what went over one, and its "no
// such original" would settle what is owed to a host.

import { readTrace } from '../iso8583/messages/trace.ts'
import type { Acquirer } from '../port.ts'

/** Says nothing about what has the trace of a link. */
export const withoutLinks = (acquirer: Acquirer): Acquirer => ({
  ...acquirer,
  send: async (ask, deadline) =>
    'original' in ask && readTrace(ask.original.trace) !== undefined
      ? { outcome: 'unsent', reason: 'not of this link' }
      : acquirer.send(ask, deadline),
})
