import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type pg from 'pg'
import { type OutcomeContents, StoredOutcome, StoredRequest } from '../src/operations/model/documents.ts'
import type { Intent } from '../src/operations/model/journal.ts'
import { createPool, loginsOf } from '../src/store/connection/pool.ts'
import { openStore } from '../src/store/open.ts'
import { sampleClosing, sampleIntent } from '../test/support/store/sampleIntent.ts'
import type { Sample } from './sample.ts'
import { naivePayment } from './store.ts'

/** What the gateway is compared with: plain node:http, without validation, encryption or an acquirer. */
export type ReferenceOrder = {
  readonly kind: ReferenceKind
  readonly connection: pg.ClientConfig
  readonly sample: Sample
}

export type ReferenceKind = 'naive' | 'bare' | 'fixed'

type Pay = (intent: Intent, outcome: OutcomeContents) => Promise<void>
type Reply = (body: Buffer) => Promise<string>

const replies = {
  /** One database transaction per step and request, statements awaited one by one, a pool of 10. */
  naive: async ({ connection, sample }) =>
    writing(sample, naivePayment(createPool(loginsOf(connection).gateway, { max: 10 }))),

  /** The same rows through the journal's group commits. */
  bare: async ({ connection, sample }) => {
    const { journal } = await openStore(loginsOf(connection))
    return writing(sample, async (intent, outcome) => {
      const begun = await journal.begin(intent)
      if (begun.state !== 'started') throw new Error(`Not started: ${begun.state}`)
      const closed = await journal.close({ ...sampleClosing(intent, begun.fence), outcome })
      if (closed.state !== 'closed') throw new Error(`Not closed: ${closed.state}`)
    })
  },

  /** The limit of the HTTP server alone. */
  fixed:
    async ({ sample }) =>
    async () =>
      sample.answer,
} satisfies Record<ReferenceKind, (order: ReferenceOrder) => Promise<Reply>>

/**
 * Parses the request as JSON and writes rows and response of the gateway's own size as JSON, for each
 * request: a server that stored prepared text would not have processed the request.
 */
function writing(sample: Sample, pay: Pay): Reply {
  const { fields, story } = new StoredOutcome(sample.outcome)
  const answer: object = JSON.parse(sample.answer)
  const request = { fields: new StoredRequest(sample.request).fields, additions: {} }
  return async body => {
    const { correlationId } = JSON.parse(body.toString())
    await pay(sampleIntent({ request, card: randomBytes(sample.cardBytes) }), { fields, story })
    return JSON.stringify({ correlationId, ...answer })
  }
}

async function serve(order: ReferenceOrder): Promise<void> {
  const reply = await replies[order.kind](order)
  const server = createServer((request, response) => {
    const answer = async () => {
      const text = await reply(await wholeBody(request))
      response.writeHead(201, {
        'Content-Type': 'application/json;charset=utf-8',
        'Content-Length': String(Buffer.byteLength(text)),
      })
      response.end(text)
    }
    answer().catch(error => response.writeHead(500).end(String(error)))
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object') console.log(`listening on ${address.port}`)
  })
}

function wholeBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

process.stdin.on('end', () => process.exit(0)).resume()
await serve(JSON.parse(process.argv[2] ?? ''))
