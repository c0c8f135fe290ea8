// Paying with a wallet at the checkout page: its token is opened, and what it contains is paid with at once.
// Number and cryptogram are in the request of that payment only: the session never has them.

import type { SessionRecord, SessionRequestRecord } from '../../contract/model.ts'
import { fitsCurrency, toMinor } from '../../orders/money.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { DevicePayment, OfferedWallet } from '../../wallets/port.ts'
import type { CheckoutState } from '../browser/checkout/protocol.ts'
import type { CheckoutActBody } from './actBody.ts'
import { payDirectly } from './advance.ts'
import { transactionIds } from './attempts.ts'
import { formState } from './checkoutState.ts'
import { errorOf, type FillForm } from './form.ts'
import { offeredWallets } from './offeredWallets.ts'
import type { CheckoutProgress } from './progress.ts'
import { type CheckoutDependencies, type CheckoutVisit, priceIn } from './visit.ts'

type WalletAttempt = {
  readonly number: number
  readonly wallet: CheckoutActBody['wallet']
  /** Merges the form, which has no card, into the values of the session. */
  readonly fill: FillForm
  readonly before: CheckoutProgress
}

/** The wallet has authenticated the payer: no issuer is asked to do it again. */
export async function payWithWallet(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  { number, wallet, fill, before }: WalletAttempt,
): Promise<CheckoutState> {
  const offered = offeredWallets(dependencies, visit, before).find(({ name }) => name === wallet?.name)
  const refused = (reason: string): CheckoutState => {
    // The name may be anything where it is not one that is offered.
    const name = offered?.name ?? ''
    dependencies.onWalletRefused?.({ wallet: name, reason, merchant: visit.key.merchantId })
    return formState(before, { reason: 'walletRefused' })
  }
  if (!offered || !dependencies.wallets) return refused('notOffered')
  const { key, session } = visit
  const stored = await dependencies.sessions.revise(session.key, fill)
  if (isRejection(stored)) return formState(before, errorOf(stored, session.stored.apiVersion))
  if ('error' in stored) return formState(before, stored.error)
  const { payment: transactionId } = transactionIds(session.key.sessionId, number)
  const purpose = { merchantId: key.merchantId, orderId: key.orderId, transactionId }
  const opened = await dependencies.wallets.open(offered.name, wallet?.details, purpose)
  if ('flaw' in opened) return refused(opened.flaw)
  const { values } = stored.contents
  if (!isPriceOf(opened, values)) return refused('otherPrice')
  const filled = { ...visit, session: { ...session, ...stored } }
  return await payDirectly(dependencies, filled, { number, given: requestOf(opened, offered), before })
}

/** The payer has agreed to this price on the wallet's sheet, which the gateway did not see. */
function isPriceOf({ price }: DevicePayment, values: SessionRecord): boolean {
  const { amount, currency } = priceIn(values)
  if (!price) return true
  return (
    price.currency === currency && fitsCurrency(amount, currency) && price.minor === toMinor(amount, currency)
  )
}

const requestOf = (
  { number, expiry, cryptogram, eci }: DevicePayment,
  { walletProvider }: OfferedWallet,
): SessionRequestRecord => ({
  order: { walletProvider },
  sourceOfFunds: {
    type: 'CARD',
    provided: {
      card: {
        number,
        expiry: { month: String(Number(expiry.month)), year: expiry.year },
        devicePayment: {
          cryptogramFormat: '3DSECURE',
          onlinePaymentCryptogram: cryptogram,
          ...(eci !== undefined && { eciIndicator: eci }),
        },
      },
    },
  },
})
