import type { Content } from '../../contract/kit/content.ts'
import { textAt, valueAt } from './fieldPaths.ts'
import type { CheckoutOperation, DisplayControls } from './view.ts'

/** What the merchant wants the page to show and ask for; what is not said is as the contract has it. */
export function controlsIn(values: Content): DisplayControls {
  const chosen = <V extends string>(name: string, usual: V, ...others: readonly V[]): V => {
    const given = valueAt(values, 'interaction', 'displayControl', name)
    return others.find(other => other === given) ?? usual
  }
  return {
    billingAddress: chosen('billingAddress', 'OPTIONAL', 'HIDE', 'MANDATORY', 'READ_ONLY'),
    customerEmail: chosen('customerEmail', 'OPTIONAL', 'HIDE', 'MANDATORY'),
    orderSummary: chosen('orderSummary', 'SHOW', 'HIDE', 'SHOW_PARTIAL'),
    paymentConfirmation: chosen('paymentConfirmation', 'SHOW', 'HIDE'),
    paymentTerms: chosen('paymentTerms', 'SHOW_IF_SUPPORTED', 'HIDE'),
    shipping: chosen('shipping', 'HIDE', 'MANDATORY', 'OPTIONAL', 'READ_ONLY'),
  }
}

/** Before version 52 nobody had to say it. */
export function operationIn(values: Content): CheckoutOperation {
  const given = textAt(values, 'interaction', 'operation')
  return operations.find(operation => operation === given) ?? 'PURCHASE'
}
const operations = ['AUTHORIZE', 'NONE', 'PURCHASE', 'VERIFY'] as const satisfies readonly CheckoutOperation[]
