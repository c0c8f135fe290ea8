import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { basic } from '../journeys/client.ts'
import { authorization } from '../journeys/requests.ts'
import { type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { sharedDatabase } from './nodeSettings.ts'

const password = randomBytes(16).toString('hex')
const drainMs = 1_500
const { settings } = sharedDatabase(password, { TOLLGATE_DRAIN_MS: String(drainMs) })

const readiness = (node: GatewayProcess) => node.call('GET', '/ready', undefined, { authorization: null })

test('a rolling restart under load fails no request: of a balancer, or on a kept connection', async () => {
  const nodes = [await startProcess(settings()), await startProcess(settings())]
  const traffic = startTraffic(nodes)
  for (const index of [0, 1]) {
    await traffic.atLeast(150)
    const ended = nodes[index]?.end('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, errors: '' })
    await traffic.atLeast(50)
    nodes[index] = await startProcess(settings())
  }
  await traffic.atLeast(150)
  const { failures, answered } = await traffic.stop()
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(500)
  for (const node of nodes) expect(await node.end('SIGTERM')).toMatchObject({ code: 0 })
}, 120_000)

/**
 * Twelve clients behind a balancer that asks for readiness every 100 ms. Each keeps a connection of its own
 * to each node, and some rest on it for longer than others between two requests.
 */
function startTraffic(nodes: readonly GatewayProcess[]) {
  const ready = new Set<GatewayProcess>(nodes)
  const failures: string[] = []
  let answered = 0
  let isOver = false
  const look = async () => {
    while (!isOver) {
      for (const node of nodes) {
        const isReady = await readiness(node).then(
          ({ status }) => status === 200,
          () => false,
        )
        if (isReady) ready.add(node)
        else ready.delete(node)
      }
      for (const node of ready) if (!nodes.includes(node)) ready.delete(node)
      await sleep(100)
    }
  }
  const use = async (client: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = client; !isOver; turn++) {
      const choices = [...ready]
      const node = choices[turn % choices.length]
      if (node === undefined) throw new Error('No node is ready')
      await authorized(node.port, agent).then(
        status => {
          answered++
          if (status !== 201) failures.push(`answered ${status}`)
        },
        error => failures.push(String(error)),
      )
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
      return { failures, answered }
    },
  }
}

function authorized(port: number, agent: Agent): Promise<number> {
  const path = `/api/rest/version/100/merchant/TESTMERCHANT/order/${randomUUID()}/transaction/1`
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: basic('merchant.TESTMERCHANT', password),
      'Content-Type': 'application/json',
    }
    const sent = request({ host: '127.0.0.1', port, path, method: 'PUT', headers, agent }, answer => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', reject).end(JSON.stringify(authorization()))
  })
}
