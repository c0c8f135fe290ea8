import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { basic } from '../journeys/client.ts'
import { authorization } from '../journeys/requests.ts'
import type { GatewayProcess } from './gatewayProcess.ts'

/** Of each order, one after the other, each at the next node that is ready. */
const steps: readonly Step[] = [
  { method: 'PUT', path: '/transaction/1', body: authorization(), status: 201 },
  { method: 'PUT', path: '/transaction/2', body: followUp('CAPTURE'), status: 201 },
  { method: 'PUT', path: '/transaction/3', body: followUp('REFUND'), status: 201 },
  // The same once more is answered by what was recorded.
  { method: 'PUT', path: '/transaction/2', body: followUp('CAPTURE'), status: 200 },
  { method: 'GET', path: '', status: 200 },
]

type Step = {
  readonly method: 'GET' | 'PUT'
  readonly path: string
  readonly body?: object
  readonly status: number
}

function followUp(apiOperation: 'CAPTURE' | 'REFUND') {
  return { apiOperation, transaction: { amount: '10.00', currency: 'USD' } }
}

/**
 * Twelve clients behind a balancer that asks for readiness every 100 ms. Each keeps a connection of its own
 * to each node, and some rest on it for longer than others between two requests. Nodes may be exchanged in
 * the list meanwhile.
 */
export function startBalancedTraffic(nodes: readonly GatewayProcess[], password: string) {
  const ready = new Set<GatewayProcess>(nodes)
  const failures: string[] = []
  let answered = 0
  let longestMs = 0
  let isOver = false
  const look = async () => {
    while (!isOver) {
      for (const node of nodes) {
        if (await isReady(node)) ready.add(node)
        else ready.delete(node)
      }
      for (const node of ready) if (!nodes.includes(node)) ready.delete(node)
      await sleep(100)
    }
  }
  const use = async (client: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let order = randomUUID()
    for (let turn = client; !isOver; turn++) {
      const choices = [...ready]
      const node = choices[turn % choices.length]
      const step = steps[(turn - client) % steps.length]
      if (node === undefined || step === undefined) throw new Error('No node is ready')
      if (step === steps[0]) order = randomUUID()
      const beganMs = performance.now()
      await ask({ node, agent, password }, order, step).then(
        status => {
          answered++
          if (status !== step.status) failures.push(`${step.method} ${step.path} was answered ${status}`)
        },
        error => failures.push(String(error)),
      )
      longestMs = Math.max(longestMs, performance.now() - beganMs)
      await sleep(client * 25)
    }
    agent.destroy()
  }
  const done = Promise.all([look(), ...Array.from({ length: 12 }, (_, client) => use(client))])
  return {
    async atLeast(more: number) {
      const goal = answered + more
      while (answered < goal && failures.length === 0) await sleep(10)
    },
    async stop() {
      isOver = true
      await done
      return { failures, answered, longestMs }
    },
  }
}

const isReady = (node: GatewayProcess): Promise<boolean> =>
  node.call('GET', '/ready', undefined, { authorization: null }).then(
    ({ status }) => status === 200,
    () => false,
  )

type Asking = { readonly node: GatewayProcess; readonly agent: Agent; readonly password: string }

function ask(
  { node, agent, password }: Asking,
  order: string,
  { method, path, body }: Step,
): Promise<number> {
  const headers = {
    Authorization: basic('merchant.TESTMERCHANT', password),
    'Content-Type': 'application/json',
  }
  const place = `/api/rest/version/100/merchant/TESTMERCHANT/order/${order}${path}`
  const target = { host: '127.0.0.1', port: node.port, path: place, method, headers, agent }
  return new Promise((resolve, reject) => {
    const sent = request(target, answer => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', reject).end(body && JSON.stringify(body))
  })
}
