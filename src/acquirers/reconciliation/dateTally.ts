// What the gateway has of a business date where there is no file to compare with: totals and what is open.
// Nothing else is kept, however many transactions there are.

import type { BusinessDate } from './businessDate.ts'
import { type Comparison, differenceOf } from './comparison.ts'
import type { LinkDifference } from './differences.ts'
import { createTotals } from './totals.ts'

export function createDateTally(date: BusinessDate): Pick<Comparison, 'addGateway' | 'finish'> {
  const totals = createTotals()
  const open: LinkDifference[] = []
  return {
    addGateway(movement) {
      if (movement.state === 'open') open.push(differenceOf('STILL_OPEN', movement))
      else if (movement.state === 'counted' && movement.date === date) totals.add(movement)
    },
    finish: () => ({ gateway: totals.read(), file: {}, same: 0, differences: open }),
  }
}
