import pg from 'pg'
import { publishedPassword } from '../src/config/settings.ts'
import { authorization, merchantId, transactionPath } from './payment.ts'

/** What the gateway answers to a payment and stores of it: the references answer and store the same. */
export type Sample = {
  readonly answer: string
  readonly request: string
  readonly cardBytes: number
  readonly outcome: string
}

type SampledGateway = { readonly port: number; readonly connection: pg.ClientConfig }

export async function takeSample({ port, connection }: SampledGateway): Promise<Sample> {
  const orderId = 'bench-sample'
  const login = Buffer.from(`merchant.${merchantId}:${publishedPassword}`).toString('base64')
  const response = await fetch(`http://127.0.0.1:${port}${transactionPath(orderId, '1')}`, {
    method: 'PUT',
    headers: { Authorization: `Basic ${login}`, 'Content-Type': 'application/json' },
    body: authorization,
  })
  const answer = await response.text()
  if (response.status !== 201) throw new Error(`The gateway does not record a payment: ${answer}`)
  const { rows } = await asOwner(connection, client =>
    client.query<Omit<Sample, 'answer'>>(
      `select request, octet_length(card) as "cardBytes", outcome
       from orders join transactions using (cell, merchant_id, order_no)
         join outcomes using (cell, merchant_id, order_no, transaction_id, fence)
       where order_id = $1`,
      [orderId],
    ),
  )
  const [row] = rows
  if (row === undefined) throw new Error('The gateway has not written its payment down')
  return { answer, ...row }
}

export async function asOwner<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
