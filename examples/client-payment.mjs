// Pays with the client library, and does the right thing about every outcome.
import { randomUUID } from 'node:crypto'
import { amountOf, createClient, minorUnitsOf } from 'tollgate/client'

const gateway = createClient({
  url: process.env.GATEWAY ?? 'http://127.0.0.1:8080',
  merchant: 'TESTMERCHANT',
  password: '0123456789abcdef0123456789abcdef',
  version: 100,
})

/** The ids are chosen once, and kept with the basket: whatever is lost on the way is sent again under them. */
async function pay(ids, minorUnits, expiry) {
  const paid = await gateway.pay(ids, {
    order: { amount: amountOf(minorUnits, 'EUR'), currency: 'EUR' },
    sourceOfFunds: { type: 'CARD', provided: { card: { number: '5123450000000008', expiry } } },
  })
  switch (paid.kind) {
    case 'approved':
      return `paid ${minorUnitsOf(paid.answer.order.totalCapturedAmount, 'EUR')} cents: ship the goods`
    case 'partiallyApproved':
      return `paid ${paid.answer.order.totalCapturedAmount}: ask for the rest`
    case 'declined':
      return `${paid.gatewayCode}: ask for another card, under a new transaction id`
    case 'timedOut':
      return 'nothing was charged: try again, under a new transaction id'
    case 'pending':
    case 'unknown':
      return `not known yet: keep the basket, and ask again (${(await paid.retrieve()).kind})`
    case 'rejected':
      return `nothing was done: ${paid.message}`
  }
}

const orderId = `order-${randomUUID().slice(0, 8)}`
console.log(await pay({ orderId, transactionId: '1' }, 2_500n, { month: '5', year: '39' }))
console.log(await pay({ orderId, transactionId: '2' }, 2_500n, { month: '1', year: '39' }))
console.log(await pay({ orderId, transactionId: '2' }, 2_500n, { month: '1', year: '39' }))
console.log(await pay({ orderId, transactionId: '2' }, 9_900n, { month: '1', year: '39' }))

const refunded = await gateway.refund(
  { orderId, transactionId: '3' },
  { transaction: { amount: amountOf(500n, 'EUR'), currency: 'EUR' } },
)
console.log(`refund: ${refunded.kind}`)
const shown = await gateway.retrieveOrder({ orderId })
if (shown.kind === 'answered') console.log(`order: ${shown.answer.status}`)
