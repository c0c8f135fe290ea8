import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Client } from '../journeys/client.ts'
import { authorization, fundsOf, testCards } from '../journeys/requests.ts'
import { valueAt } from '../journeys/whole.ts'

const money = { amount: '10.00', currency: 'USD' }
const workers = 2

/**
 * Merchants' requests to several nodes at once: every step goes to the next one, so that what one node has
 * sealed another one opens. Every unsuccessful answer is kept.
 */
export class Traffic {
  readonly failures: string[] = []
  /** The acquirer simulator keeps its books on the same busy machine, and may time out. */
  silences = 0
  readonly orders: string[] = []
  readonly captured: string[] = []
  readonly tokens: string[] = []
  longestMs = 0
  answers = 0
  readonly #running: readonly Promise<void>[]
  readonly #nodes: readonly Client[]
  #isStopped = false
  #turn = 0

  constructor(nodes: readonly Client[]) {
    this.#nodes = nodes
    const kinds = [
      () => this.#pay(),
      () => this.#payByToken(),
      () => this.#payBySession(),
      () => this.#capture(),
    ]
    this.#running = kinds.flatMap(kind => Array.from({ length: workers }, () => this.#again(kind)))
  }

  async until(answers: number): Promise<void> {
    while (this.answers < answers && this.failures.length === 0) await sleep(10)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running)
  }

  async #again(step: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) await step().catch(error => this.failures.push(String(error)))
  }

  /** One call, to the node whose turn it is. */
  async #ask(what: string, call: (node: Client) => Promise<Answer>): Promise<Answer> {
    const node = this.#nodes[this.#turn++ % this.#nodes.length]
    if (!node) throw new Error('There is no node')
    const startedAt = performance.now()
    const answer = await call(node)
    this.longestMs = Math.max(this.longestMs, performance.now() - startedAt)
    const isAnswered = answer.status < 300
    if (isAnswered && answer.body.result === 'SUCCESS') this.answers++
    else if (isAnswered && valueAt(answer.body, 'response.gatewayCode') === 'TIMED_OUT') this.silences++
    else this.failures.push(`${what}: ${answer.status} ${answer.text}`)
    return answer
  }

  async #pay(): Promise<void> {
    const orderId = randomUUID()
    const { number } = testCards[this.#turn % 4] ?? testCards[0]
    const body = authorization({ order: money }, { number, securityCode: '100' })
    const { body: paid } = await this.#ask('authorize', node => node.authorize(orderId, body))
    if (paid.result === 'SUCCESS') this.orders.push(orderId)
  }

  async #payByToken(): Promise<void> {
    const name = `customer${this.#turn}`
    const body = { sourceOfFunds: fundsOf({ number: '2223000000000007' }) }
    await this.#ask('save token', node => node.call('PUT', `token/${name}`, body))
    this.tokens.push(name)
    const token = this.tokens[this.#turn % this.tokens.length]
    const payment = { apiOperation: 'PAY', order: money, sourceOfFunds: { token } }
    await this.#ask('pay by token', node => node.authorize(randomUUID(), payment))
  }

  async #payBySession(): Promise<void> {
    const made = await this.#ask('create session', node => node.call('POST', 'session', {}))
    const id = String(valueAt(made.body, 'session.id'))
    const values = { order: money, sourceOfFunds: fundsOf({ securityCode: '100' }) }
    await this.#ask('fill session', node => node.call('PUT', `session/${id}`, values))
    const payment = { apiOperation: 'PAY', session: { id } }
    await this.#ask('pay by session', node => node.authorize(randomUUID(), payment))
  }

  /** Captures an order that may be as old as the traffic, which opens its card. */
  async #capture(): Promise<void> {
    const orderId = this.orders.shift()
    if (orderId === undefined) return sleep(5)
    const body = { apiOperation: 'CAPTURE', transaction: money }
    await this.#ask('capture', node => node.authorize(orderId, body, { transaction: '2' }))
    this.captured.push(orderId)
  }
}
