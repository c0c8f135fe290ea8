// All scenarios of `npx tollgate trigger`, by what is done.

import { addressScenarios, paymentsByCard, securityCodeScenarios } from './cardScenarios.ts'
import { authenticationScenarios, browserPaymentScenarios } from './payerScenarios.ts'
import type { Scenario } from './scenario.ts'
import { captureScenarios, refundScenarios, retryScenarios, scriptedScenarios } from './scriptScenarios.ts'

type ScenarioGroup = { readonly title: string; readonly scenarios: readonly Scenario[] }

/** What a card provokes needs no script. */
const byCard = paymentsByCard.map(({ name }) => name.replace('payment.', ''))

export const scenarioGroups: readonly ScenarioGroup[] = [
  {
    title: 'Pay',
    scenarios: [...paymentsByCard, ...scriptedScenarios('payment', byCard), ...retryScenarios],
  },
  { title: 'Authorize', scenarios: scriptedScenarios('authorization') },
  { title: 'Update Authorization', scenarios: scriptedScenarios('authorization_update') },
  { title: 'Capture', scenarios: [...scriptedScenarios('capture'), ...captureScenarios] },
  { title: 'Refund', scenarios: [...scriptedScenarios('refund'), ...refundScenarios] },
  { title: 'Void', scenarios: scriptedScenarios('void') },
  { title: 'Verify', scenarios: scriptedScenarios('verification') },
  { title: 'Authenticate the payer', scenarios: authenticationScenarios },
  { title: 'Pay at a provider', scenarios: browserPaymentScenarios },
  { title: 'What is verified: the security code', scenarios: securityCodeScenarios },
  { title: 'What is verified: the address', scenarios: addressScenarios },
]

export const allScenarios: readonly Scenario[] = scenarioGroups.flatMap(({ scenarios }) => scenarios)
