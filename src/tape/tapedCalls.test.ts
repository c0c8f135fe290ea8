import { expect, test } from 'vitest'
import type { FoundCall } from '../console/requestLog/search.ts'
import type { Explanation } from '../contract/explanation.ts'
import { tapedCalls } from './tapedCalls.ts'

const recorded = (id: string, atMs: number): Explanation => ({
  ...{ operation: 'CAPTURE', version: '100', result: 'SUCCESS', gatewayCode: 'APPROVED' },
  ...{ decidedBy: 'ACQUIRER', request: {}, values: { defaults: {}, derived: {} }, rules: [] },
  totals: { before: {} },
  ...{ merchant: 'SHOP', order: { id: 'night' }, transaction: { id } },
  steps: [{ step: 'RECEIVED', time: new Date(atMs).toISOString(), requestId: id }],
})

const logged = (id: string, sentMs: number, ms: number, more: Partial<FoundCall> = {}): FoundCall => ({
  ...{ key: id, requestId: id, transactionId: id, orderId: 'night', operation: 'CAPTURE', version: 100 },
  ...{ method: 'PUT', path: '', status: 201, atMs: sentMs + ms, ms, ...more },
})

const refused = { status: 400, error: { cause: 'INVALID_REQUEST' } }
const idsOf = (...given: Parameters<typeof tapedCalls>) =>
  tapedCalls(...given).calls.map(({ transactionId }) => transactionId)

test('a refused call stays before the one that was sent after its answer, however late records are', () => {
  const calls = [logged('1', 1_000, 20), logged('2', 1_025, 2, refused), logged('3', 1_028, 20)]
  expect(idsOf([recorded('1', 1_012), recorded('3', 1_029)], calls)).toEqual(['1', '2', '3'])
  expect(idsOf([recorded('1', 1_012), recorded('3', 1_029)], calls.toReversed())).toEqual(['1', '2', '3'])
})

test('one that was refused while another was under way stays behind its beginning', () => {
  const calls = [logged('1', 1_000, 2_000), logged('2', 1_500, 2, refused), logged('3', 3_010, 20)]
  expect(idsOf([recorded('1', 1_002), recorded('3', 3_012)], calls)).toEqual(['1', '2', '3'])
})

test('the clock of records may have been moved far ahead', () => {
  const day = 86_400_000
  const calls = [logged('1', 1_000, 20), logged('2', 1_030, 2, refused), logged('3', 1_040, 20)]
  expect(idsOf([recorded('1', day), recorded('3', day + 30)], calls)).toEqual(['1', '2', '3'])
})
