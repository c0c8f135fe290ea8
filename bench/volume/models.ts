// Orders as shops have them, made over the API: the filler multiplies what the product wrote of these.

import { publishedPassword } from '../../src/config/settings.ts'
import {
  authorization,
  capture,
  declinedPayment,
  merchantId,
  orderPath,
  payment,
  refund,
  transactionPath,
  voiding,
} from '../payment.ts'

/** One kind of order: its requests, and how many of a hundred orders are like it. */
export type Model = { readonly title: string; readonly requests: readonly string[]; readonly share: number }

export const models: readonly Model[] = [
  { title: 'paid', requests: [payment], share: 60 },
  { title: 'declined', requests: [declinedPayment], share: 12 },
  { title: 'authorized', requests: [authorization], share: 8 },
  { title: 'captured', requests: [authorization, capture], share: 12 },
  { title: 'refunded', requests: [payment, refund], share: 5 },
  { title: 'voided', requests: [authorization, voiding], share: 3 },
]

export const modelOrderId = (index: number): string => `model-${index}`

/** Makes one order of each kind. */
export async function makeModels(port: number): Promise<void> {
  for (const [index, { requests }] of models.entries())
    for (const [step, body] of requests.entries())
      await call(port, transactionPath(modelOrderId(index), String(step + 1)), body)
}

/** Sends a request to the API, which has to take it; gives the answer. */
export async function call(port: number, path: string, body?: string): Promise<Answer> {
  const login = Buffer.from(`merchant.${merchantId}:${publishedPassword}`).toString('base64')
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? 'GET' : 'PUT',
    headers: { Authorization: `Basic ${login}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The gateway answered ${response.status} to ${path}: ${text}`)
  return JSON.parse(text)
}

type Answer = Readonly<Record<string, unknown>>

export const retrieve = (port: number, orderId: string): Promise<Answer> => call(port, orderPath(orderId))
