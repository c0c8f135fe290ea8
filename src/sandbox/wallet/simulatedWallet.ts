// The wallet of a sandbox: what an operator would have configured for it, and the route from which its sheet
// gets tokens, good ones and bad ones.

import type { Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { fitsCurrency, toMinor } from '../../orders/money.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { type Asset, bundledScript } from '../../pages/assets.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Wallets } from '../../wallets/port.ts'
import type { Wallet } from '../../wallets/wallets.ts'
import { testWalletKeys } from './testKeys.ts'
import { type EcV1Token, makeToken } from './testWallet.ts'

export const simulatedWallet: Wallet = {
  name: 'sandbox',
  label: 'Test Wallet',
  walletProvider: 'DEVICE_A_PAY',
  method: 'https://wallet.sandbox.example/pay',
  methodData: { isSimulated: true },
  tokenPath: 'token.paymentData',
  keys: testWalletKeys,
}

/** The script that takes the place of the browser's wallet. */
export const simulatedWalletScript = (): Promise<Asset> => bundledScript('sandbox/wallet/browser/sheet.ts')

type WalletRouteOptions = { readonly wallets: Pick<Wallets, 'open'>; readonly clock: Pick<Clock, 'now'> }

export function simulatedWalletRoutes(options: WalletRouteOptions): readonly Route[] {
  const path = '/sandbox/wallet/token'
  const handler = (call: RouteCall) => handOut(options, call)
  return [{ under: 'root', access: 'public', method: 'POST', path, handler }]
}

const outcomes = ['approved', 'declined', 'otherAmount', 'outOfTime', 'tampered', 'used'] as const

async function handOut(
  { wallets, clock }: WalletRouteOptions,
  { body = {} }: RouteCall,
): Promise<HttpReply | Rejection> {
  const { outcome: wanted = 'approved', amount, currency } = body
  const outcome = outcomes.find(one => one === wanted)
  if (!outcome) return invalid('outcome', `It must be one of ${outcomes.join(', ')}.`)
  if (typeof amount !== 'string' || typeof currency !== 'string' || !fitsCurrency(amount, currency))
    return invalid('amount', 'Amount and currency must be those of the order.')
  const token = makeToken(
    {
      number: '5123450000000008',
      // What a card with this date does, the acquirer simulator knows.
      expiry: { month: outcome === 'declined' ? '05' : '01', year: '39' },
      minor: toMinor(amount, currency) + (outcome === 'otherAmount' ? 1n : 0n),
      currency,
    },
    { signedAtMs: clock.now().getTime() - (outcome === 'outOfTime' ? 600_000 : 0) },
  )
  const details = { token: { paymentData: outcome === 'tampered' ? tampered(token) : token } }
  // Paid with it at another shop.
  const elsewhere = { merchantId: 'ELSEWHERE', orderId: 'another', transactionId: '1' }
  if (outcome === 'used') await wallets.open(simulatedWallet.name, details, elsewhere)
  return { status: 200, body: details }
}

/** Another amount, or whatever: one bit of what is encrypted. */
function tampered(token: EcV1Token): EcV1Token {
  const data = Buffer.from(token.data, 'base64')
  data[0] = (data[0] ?? 0) ^ 1
  return { ...token, data: data.toString('base64') }
}
