// Receives notifications with the client library: in Node's own server, and by a handler of Request and Response.
//   SECRET=whsec_… PORT=3001 node client-receiver.mjs
// In a sandbox, `npx tollgate listen http://127.0.0.1:3001/` forwards every notification to it.
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createNotificationVerifier } from 'tollgate/client'

/** While a key changes there are two, separated by a comma. */
const verify = createNotificationVerifier({ keys: (process.env.SECRET ?? '').split(','), version: 100 })
/** The last change of each transaction that was taken; a real receiver keeps it in its database. */
const taken = new Map()

function take({ orderId, transactionId, sequence, transactionType, outcome }) {
  const transaction = `${orderId}/${transactionId}`
  // Sent again after a lost answer, or late: what is newer is known already.
  if (sequence <= (taken.get(transaction) ?? 0)) return
  taken.set(transaction, sequence)
  console.log(`${orderId} ${sequence}: ${transactionType} ${outcome.kind}`)
}

/** For Deno (`Deno.serve(receive)`), Bun (`Bun.serve({ fetch: receive })`) and edge runtimes. */
export async function receive(request) {
  const verified = await verify(request)
  if (verified.kind === 'forged') return new Response(undefined, { status: 401 })
  take(verified.notification)
  return new Response(undefined, { status: 204 })
}

createServer(async (request, response) => {
  const verified = await verify({ headers: request.headers, body: await buffer(request) })
  if (verified.kind === 'genuine') take(verified.notification)
  response.writeHead(verified.kind === 'genuine' ? 204 : 401).end()
}).listen(Number(process.env.PORT ?? 3001), '127.0.0.1', function () {
  console.log(`listening on http://127.0.0.1:${this.address().port}/`)
})
