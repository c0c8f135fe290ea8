import type { Answer, Client } from '../journeys/client.ts'
import { bodyOf } from './bodies.ts'
import { plain } from './memoryStage.ts'
import type { Seen, Stage, Submitted, Told } from './story.ts'

/** An order of a gateway in its sandbox, whose clock is moved. */
export function createHttpOrder(client: Client, { merchant, orderId, tell, card }: HttpOrder): Stage {
  const path = `order/${encodeURIComponent(orderId)}`
  return {
    async submit(step, transactionId): Promise<Seen> {
      await tell(step)
      const where = `${path}/transaction/${transactionId}`
      return seenIn(await client.call('PUT', where, bodyOf(step, card), { merchant }))
    },
    async later(ms) {
      await client.call('POST', '/sandbox/clock', { advance: `PT${ms / 1000}S` })
    },
    async standing() {
      const { status, body } = await client.call('GET', path, undefined, { merchant })
      return status === 200 ? standingIn(body) : 'NEW'
    },
  }
}

export type HttpOrder = {
  readonly merchant: string
  readonly orderId: string
  /** Makes the acquirer say what the story wants, before the step. */
  readonly tell: (step: Submitted) => unknown
  /** The usual one unless given. */
  readonly card?: { readonly number: string }
}

/** A script tells the acquirer simulator what to say. */
export const tellSimulator =
  (client: Client, orderId: string): HttpOrder['tell'] =>
  async ({ told }) => {
    const answers = scripts[told]
    if (answers) await client.call('POST', '/sandbox/acquirer/scripts', { match: { orderId }, answers })
  }

const scripts: Readonly<Record<Told, readonly object[] | undefined>> = {
  approved: undefined,
  declined: [{ answer: 'decline', gatewayCode: 'DECLINED' }],
  referred: [{ answer: 'refer' }],
  pending: [{ answer: 'decline', gatewayCode: 'PENDING' }],
  partly: [{ answer: 'partial' }],
  silent: [{ answer: 'silent' }],
}

function seenIn({ status, body, text }: Answer): Seen {
  if (status === 400) {
    const { field, validationType, explanation } = groupIn(body, 'error')
    return {
      kind: 'refused',
      field: String(field),
      validationType: String(validationType),
      explanation: String(explanation),
    }
  }
  if (status !== 201) throw new Error(`${status}: ${text}`)
  const { gatewayCode } = groupIn(body, 'response')
  return {
    kind: 'recorded',
    gatewayCode: String(gatewayCode),
    standing: standingIn(groupIn(body, 'order')),
  }
}

type Group = Readonly<Record<string, unknown>>

const groupIn = (body: Group, name: string): Group => Object(body[name])

function standingIn(order: Group): string {
  const { status = 'undecided' } = order
  const totals = ['totalAuthorizedAmount', 'totalCapturedAmount', 'totalRefundedAmount']
  return `${status} ${totals.map(name => plain(Number(order[name]).toFixed(2))).join('/')}`
}
