import { expect } from 'vitest'
import type { Answer } from './client.ts'
import type { TestGateway } from './gateway.ts'
import { newOrder } from './requests.ts'
import { inquiryOf, readRequest } from './terminalCards.ts'

export const cardPath = 'sourceOfFunds.provided.card'
export const errorOf = ({ body }: Answer): unknown => body.error
export const invalidAt = (field: string) => ({ field: `${cardPath}.${field}`, validationType: 'INVALID' })
export const opened = { status: 201, body: { result: 'SUCCESS' } }

/** By every operation that takes a reading; the acquirer is not asked by any. */
export async function refusedEverywhere(
  gateway: TestGateway,
  card: object,
  field: string,
): Promise<readonly Answer[]> {
  const asked = gateway.asks.length
  const pay = (apiOperation: string) => gateway.authorize(newOrder(), readRequest(card, { apiOperation }))
  const answers = await Promise.all([
    ...['AUTHORIZE', 'PAY', 'VERIFY'].map(pay),
    gateway.call('PUT', 'balanceInquiry', inquiryOf(card)),
    gateway.call('POST', 'token', { sourceOfFunds: { provided: { card } } }),
  ])
  for (const answer of answers)
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: invalidAt(field) } })
  expect(new Set(answers.map(answer => JSON.stringify(errorOf(answer)))).size).toBe(1)
  expect(gateway.asks.length).toBe(asked)
  return answers
}
