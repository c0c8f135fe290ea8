import type { Answer, Client } from '../journeys/client.ts'
import { bodyOf } from './bodies.ts'
import { plain } from './memoryStage.ts'
import type { Seen, Stage, Told } from './story.ts'

/** An order of a gateway in its sandbox: a script tells the acquirer what to say, and the clock is moved. */
export function createHttpOrder(client: Client, merchant: string, orderId: string): Stage {
  const path = `order/${encodeURIComponent(orderId)}`
  return {
    async submit(step, transactionId): Promise<Seen> {
      const answers = scripts[step.told]
      if (answers) await client.call('POST', '/sandbox/acquirer/scripts', { match: { orderId }, answers })
      const where = `${path}/transaction/${transactionId}`
      return seenIn(await client.call('PUT', where, bodyOf(step), { merchant }))
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
