// From measured loads to the costs of a payment and of a group of them.

import type { Costs } from './deployment.ts'
import type { Measured, MeasuredLoad } from './measure.ts'

/** What the load generator spends on a request, on the cores that it shares with everything else. */
const clientUs = 90

/**
 * A payment costs so much by itself, and each of its commits so much again, shared by all that are in it:
 * fitted to the lowest and the highest load.
 */
export function costsOf(loads: readonly MeasuredLoad[], commits: number): Costs {
  const [lowest, highest] = [loads.at(0), loads.at(-1)]
  if (lowest === undefined || highest === undefined) throw new Error('Nothing was measured')
  const fitted = (figure: 'gatewayUs' | 'databaseUs') => {
    const shares = 1 / lowest.groupSize - 1 / highest.groupSize
    const groups = (lowest[figure] - highest[figure]) / shares
    return { payment: lowest[figure] - groups / lowest.groupSize, group: groups / commits }
  }
  const [gateway, database] = [fitted('gatewayUs'), fitted('databaseUs')]
  return {
    gatewayPayment: gateway.payment,
    gatewayGroup: gateway.group,
    databasePayment: database.payment,
    databaseGroup: database.group,
    clientPayment: clientUs,
  }
}

/** Of a payment with the simulated acquirer: begun, in its books (which do not wait for the disk), closed. */
export const sandboxCommits = [true, false, true]
/** Of one over a link. */
export const linkedCommits = [true, true]

/** One worker and everything else on the cores of the machine that was measured. */
export const asMeasured = ({ sandbox, flushUs }: Measured) => ({
  costs: costsOf(sandbox, sandboxCommits.length),
  ...{ commits: sandboxCommits, flushUs, acquirerMs: 0.01 },
  ...{ workers: 1, cells: 1, coresPerCell: 2, sharedCores: 2 },
})
