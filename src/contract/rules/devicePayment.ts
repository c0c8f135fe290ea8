import type { order } from '../groups/order.ts'
import type { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { invalid } from '../kit/judge.ts'
import { rule } from '../kit/operation.ts'
import type { Value } from '../kit/vocabulary.ts'

type Funded = {
  readonly order?: Pick<Value<typeof order>, 'walletProvider'>
  readonly sourceOfFunds?: Value<typeof sourceOfFunds>
}

const paymentPath = 'sourceOfFunds.provided.card.devicePayment'

/** Wallets and scheme tokens bring an indicator of their own; a second one could contradict it. */
export const indicatorComesFromTheDevice = rule<Funded>(
  'indicator of a device payment',
  'devicePayment.eciIndicator is not accepted with order.walletProvider or sourceOfFunds.type SCHEME_TOKEN.',
  ({ order, sourceOfFunds }) => {
    const { '3DSecure': inner, eciIndicator } = sourceOfFunds?.provided?.card?.devicePayment ?? {}
    const indicator = eciIndicator ?? inner?.eciIndicator
    if (indicator === undefined) return undefined
    if (order?.walletProvider === undefined && sourceOfFunds?.type !== 'SCHEME_TOKEN') return undefined
    return invalid(
      `${paymentPath}.${eciIndicator === undefined ? '3DSecure.' : ''}eciIndicator`,
      'It is not accepted for wallets or scheme tokens.',
      indicator,
    )
  },
)
