import type { Content } from '../../../src/contract/kit/content.ts'
import type { ExecutionResult } from '../../../src/operations/pipeline/execution.ts'
import { isRejection } from '../../../src/orders/rejection.ts'
import { key, moved, payment, referred, type Scripted, scriptedPipeline, target } from './scriptedPipeline.ts'

export type World = ReturnType<typeof scriptedPipeline>

/** How an order gets to where the operation can be tried, and the operation itself as transaction `x`. */
export const operations = {
  AUTHORIZE: { before: [], body: payment('10.00') },
  PAY: { before: [], body: payment('10.00') },
  VERIFY: { before: [], body: payment('10.00') },
  REFERRAL: { before: ['referred'], body: { transaction: { authorizationCode: 'TEL123' } } },
  CAPTURE: { before: ['AUTHORIZE'], body: moved('10.00') },
  UPDATE_AUTHORIZATION: { before: ['AUTHORIZE'], body: moved('12.00') },
  REFUND: { before: ['PAY'], body: moved('4.00') },
  VOID: { before: ['PAY'], body: target('PAY') },
} as const satisfies Record<string, { readonly before: readonly string[]; readonly body: Content }>
export type Name = keyof typeof operations

export async function prepared(name: Name): Promise<World> {
  const world = scriptedPipeline()
  for (const step of operations[name].before) {
    const isReferred = step === 'referred'
    if (isReferred) world.answers.push(() => referred)
    await world.submit(step, isReferred ? 'AUTHORIZE' : step, payment('10.00'))
  }
  return world
}

export async function tried(world: World, name: Name, ...answers: readonly Scripted[]): Promise<string> {
  world.answers.push(...answers)
  return told(await world.submit('x', name, operations[name].body))
}

export function told(outcome: Awaited<ReturnType<World['submit']>>): string {
  if (isRejection(outcome)) return `${JSON.stringify(outcome)}`
  return toldOf(outcome.record)
}
const toldOf = ({ result, response }: ExecutionResult['record']): string =>
  `${result} ${response instanceof Object && 'gatewayCode' in response ? response.gatewayCode : ''}`

export async function now(world: World, id = 'x'): Promise<string> {
  const found = await world.gateway.retrieveTransaction(key, id)
  return isRejection(found) ? found.explanation : toldOf(found)
}

/** A node that dies while it waits for the acquirer. */
export async function died(world: World, name: Name): Promise<void> {
  let reached: () => void = () => {}
  const sent = new Promise<void>(resolve => {
    reached = resolve
  })
  world.answers.push(() => {
    reached()
    return new Promise(() => {})
  })
  void world.submit('x', name, operations[name].body)
  await sent
}

export const isBusy = async (world: World) => (await world.journal.load(key))?.openId !== undefined
export const owed = async (world: World, transactionId = 'x') =>
  (await world.journal.load(key))?.transactions.find(({ id }) => id === transactionId)?.owed
export const verbs = ({ asks }: World) => asks.map(({ verb }) => verb)
