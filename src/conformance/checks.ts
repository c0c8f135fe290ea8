// Every check of the conformance kit, and the parts of the specification that they are about.

import type { ConformanceCheck } from './check.ts'
import { bodyChecks } from './checks/bodies.ts'
import { callerChecks } from './checks/callers.ts'
import { fieldChecks } from './checks/fields.ts'
import { followUpChecks } from './checks/followUps.ts'
import { identityChecks } from './checks/identity.ts'
import { paymentChecks } from './checks/payments.ts'
import { sessionChecks } from './checks/sessions.ts'

export const allChecks: readonly ConformanceCheck[] = [
  ...[...callerChecks, ...bodyChecks, ...fieldChecks],
  ...[...paymentChecks, ...followUpChecks, ...identityChecks, ...sessionChecks],
]

/** The parts of the specification, as its pages are called. */
export const specificationParts: Readonly<Record<string, string>> = {
  1: 'Operations',
  2: 'Fields',
  3: 'States',
  4: 'Endpoints',
  5: 'Callers',
  6: 'Notifications',
  7: 'Results and errors',
  8: 'Limits',
  9: 'Versions',
  10: 'Leniency, then strictness',
  11: 'Identity of a request',
  12: 'Silence',
  13: 'Payer authentication',
  14: 'Sessions, pages, tokens, inquiries, retrievals',
  15: 'Simulators',
  16: 'Rules that are easily missed',
}
