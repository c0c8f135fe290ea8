import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type pg from 'pg'
import type { Intent } from '../src/operations/journal.ts'
import { createPool } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { sampleConclusion, sampleIntent } from '../src/store/sampleIntent.ts'
import type { Sample } from './sample.ts'
import { naivePayment } from './store.ts'

/** What the gateway is compared with: plain node:http, one prepared answer, nothing validated or sealed. */
export type ReferenceOrder = {
  readonly kind: ReferenceKind
  readonly connection: pg.ClientConfig
  readonly sample: Sample
}

export type ReferenceKind = 'naive' | 'bare' | 'fixed'

type Pay = () => Promise<void>

const payments = {
  /** One database transaction per step and request, statements awaited one by one, a pool of 10. */
  naive: async ({ connection, sample }) => {
    const pay = naivePayment(createPool(connection, { max: 10 }))
    return () => pay(intentLike(sample))
  },

  /** The same rows through the journal's group commits. */
  bare: async ({ connection, sample }) => {
    const { journal } = await openStore(connection)
    return async () => {
      const intent = intentLike(sample)
      const begun = await journal.begin(intent)
      if (begun.state !== 'started') throw new Error(`Not started: ${begun.state}`)
      const conclusion = sampleConclusion(intent, begun.fence)
      const closed = await journal.close({ ...conclusion, outcome: sample.outcome })
      if (closed.state !== 'closed') throw new Error(`Not closed: ${closed.state}`)
    }
  },

  /** What the HTTP server alone can do. */
  fixed: async () => async () => undefined,
} satisfies Record<ReferenceKind, (order: ReferenceOrder) => Promise<Pay>>

const intentLike = ({ request, cardBytes }: Sample): Intent =>
  sampleIntent({ request, card: randomBytes(cardBytes) })

async function serve(order: ReferenceOrder): Promise<void> {
  const pay = await payments[order.kind](order)
  const { answer } = order.sample
  const headers = {
    'Content-Type': 'application/json;charset=utf-8',
    'Content-Length': String(Buffer.byteLength(answer)),
  }
  const attend = async (request: IncomingMessage, response: ServerResponse) => {
    await wholeBody(request)
    await pay()
    response.writeHead(201, headers)
    response.end(answer)
  }
  const server = createServer((request, response) => {
    attend(request, response).catch(error => response.writeHead(500).end(String(error)))
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
