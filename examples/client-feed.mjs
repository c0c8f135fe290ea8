// Reads what happened with the client library, and goes on where it stopped: no server of one's own is needed.
//   node client-feed.mjs [the last id that it printed]
import { createClient } from 'tollgate/client'

const gateway = createClient({
  url: process.env.GATEWAY ?? 'http://127.0.0.1:8080',
  merchant: 'TESTMERCHANT',
  password: '0123456789abcdef0123456789abcdef',
  version: 100,
})

// With `follow: true` it would wait for more, and never end.
for await (const { id, orderId, transactionType, outcome } of gateway.notifications({
  after: process.argv[2] ?? 'start',
}))
  console.log(`${id} ${orderId}: ${transactionType} ${outcome.kind}`)
