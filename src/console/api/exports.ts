// Whole lists as CSV: `GET` of the export path and the name of the list, with the input of the call that
// gives one page of it. Whoever may make the call may download all of its pages.

import type { ConsoleCall } from './call.ts'
import type { ConsoleCallName, ConsoleInput } from './calls.ts'

export const exportCalls = {
  orders: 'findOrders',
  figures: 'figures',
  gatewayFigures: 'gatewayFigures',
  deliveries: 'deliveries',
  requests: 'requestLog',
  audit: 'merchantAudit',
  gatewayAudit: 'gatewayAudit',
  users: 'users',
  operators: 'operators',
  merchants: 'merchants',
  obligations: 'obligations',
  businessDates: 'businessDates',
  differences: 'compareBusinessDate',
  reviews: 'reviewQueue',
  riskEntries: 'riskLists',
  gatewayRiskEntries: 'gatewayRiskLists',
} as const satisfies Readonly<Record<string, ConsoleCallName>>

export type ExportName = keyof typeof exportCalls
export type ExportInput<Name extends ExportName> = ConsoleInput<(typeof exportCalls)[Name]>

/** What says where a page begins and ends: not part of a download, which has them all. */
export const pageFields: readonly string[] = ['after', 'limit']

/** What narrows a list, and its download in the same way: everything else that an address can say. */
export const filterNames = ({ input }: Pick<ConsoleCall, 'input'>): readonly string[] =>
  Object.entries(input.fields)
    .filter(([name, { type }]) => type.kind === 'scalar' && !pageFields.includes(name))
    .map(([name]) => name)
