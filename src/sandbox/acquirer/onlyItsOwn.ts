// A sandbox that had a links file before may owe reversals to a host. The simulator never heard of those
// payments, and its "no such original" would settle what is owed elsewhere.

import type { Acquirer } from '../../acquirers/port.ts'

/** An acquirer that gives no traces, and says nothing about what another one gave a trace. */
export const onlyItsOwn = (acquirer: Acquirer): Acquirer => ({
  ...acquirer,
  send: async (ask, deadline) =>
    'original' in ask && ask.original.trace !== undefined
      ? { outcome: 'unsent', reason: 'not of this link' }
      : acquirer.send(ask, deadline),
})
