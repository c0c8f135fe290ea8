// Filled orders held against the product: it must take them for orders of its own.

import { createPool, loginsOf } from '../../src/store/connection/pool.ts'
import { createSearchStore } from '../../src/store/console/foundOrders.ts'
import type { Gateway } from '../contenders.ts'
import { capture, merchantId, payment, refund, transactionPath } from '../payment.ts'
import { filledOrderId, modelOf, type Volume } from './fill.ts'
import { call, modelOrderId, models, retrieve } from './models.ts'

/** Throws where the product sees a difference. */
export async function holdAgainstProduct(full: Gateway, { seed, orders }: Volume): Promise<void> {
  // From the end: who measures begins at the other one.
  const copyOf = (model: number): string => {
    for (let place = orders - 1; place >= 0; place -= 1)
      if (modelOf(seed, place) === model) return filledOrderId(seed, place)
    throw new Error(`There is no order like ${models[model]?.title}: fill in more`)
  }
  for (const [model, { title }] of models.entries()) {
    const [original, copy] = [modelOrderId(model), copyOf(model)]
    const [told, expected] = [await retrieve(full.port, copy), await retrieve(full.port, original)]
    if (timeless(told, copy) !== timeless(expected, original))
      throw new Error(`A filled order (${title}) is told otherwise than its model:\n${JSON.stringify(told)}`)
  }
  const titled = (title: string) => copyOf(models.findIndex(model => model.title === title))
  await approved(full, titled('paid'), { payment: '1', body: payment })
  await approved(full, titled('paid'), { payment: '2', body: refund })
  await approved(full, titled('authorized'), { payment: '2', body: capture })
  await found(full, titled('declined'))
}

/** Without what differs between two orders: the id and the times. */
function timeless(answer: object, orderId: string): string {
  return JSON.stringify(answer)
    .replaceAll(orderId, 'ORDER')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
}

async function approved(
  { port }: Gateway,
  orderId: string,
  { payment: id, body }: { readonly payment: string; readonly body: string },
): Promise<void> {
  const { result } = await call(port, transactionPath(orderId, id), body)
  if (result !== 'SUCCESS') throw new Error(`Transaction ${id} of a filled order is not approved: ${result}`)
}

async function found({ connection }: Gateway, orderId: string): Promise<void> {
  const pool = createPool(loginsOf(connection).gateway, { max: 1 })
  try {
    const { orders } = await createSearchStore(pool).find(
      { cell: 0, merchantId },
      { filter: { orderId }, limit: 2 },
    )
    if (orders.length !== 1) throw new Error(`A filled order is found ${orders.length} times`)
  } finally {
    await pool.end()
  }
}
