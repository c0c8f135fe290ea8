// The log of a merchant's own API calls: finding them, and explaining one.

import type { Gateway } from '../../operations/gateway.ts'
import { invalid, isRejection } from '../../orders/rejection.ts'
import { timeOfRequest } from '../../platform/requestIds.ts'
import type { developerCalls, ShownCall } from '../api/developers.ts'
import { curlLine } from '../requestLog/curlLine.ts'
import type { RequestLogStore } from '../requestLog/port.ts'
import { type FoundCall, findCall, findCalls, outcomeOf } from '../requestLog/search.ts'

import { writtenPath } from '../requestLog/writtenPath.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type CalledMerchant, type FindMerchant, merchantOf } from './merchantOf.ts'
import { recordedBody } from './recordedBody.ts'
import { replayCalls } from './replayCalls.ts'

type RequestLogHandlers = Pick<ConsoleHandlers, keyof typeof developerCalls & RequestLogCall>
type RequestLogCall = 'explainCall' | 'replayCalls' | 'requestLog'

export type RequestLogDependencies = {
  readonly findMerchant: FindMerchant
  readonly requestLog: Pick<RequestLogStore, 'read'>
  /** Writes what waits on this node, so that whoever looks sees it. */
  readonly flushRequestLog: () => Promise<void>
  readonly gateway: Pick<Gateway, 'explain' | 'retrieveTransaction'>
  /** Where merchants reach the API. */
  readonly origin: () => string
}

const pageUsual = 50

export function createRequestLogHandlers(dependencies: RequestLogDependencies): RequestLogHandlers {
  const { findMerchant, requestLog: store, flushRequestLog, origin } = dependencies
  return {
    async requestLog({ input }) {
      const merchant = await merchantOf(findMerchant, input.merchantId)
      if (isRejection(merchant)) return merchant
      const { outcome, operation, orderId, correlationId, requestId, from, until, after } = input
      if (after !== undefined && !isKey(after)) return badKey('after', after)
      if (after === undefined) await flushRequestLog()
      const { calls, next } = await findCalls(store, merchant, {
        filter: {
          ...{ outcome, operation, orderId, correlationId, requestId },
          ...{ fromMs: timeOf(from) ?? timeOfRequest(requestId ?? ''), untilMs: timeOf(until) },
        },
        page: { after, limit: input.limit ?? pageUsual },
      })
      return { calls: calls.map(call => shownCall(call, merchant)), ...(next !== undefined && { next }) }
    },
    async replayCalls({ input: { merchantId, version } }) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      await flushRequestLog()
      return replayCalls(dependencies, merchant, version)
    },
    async explainCall({ input: { merchantId, key } }) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      const call = isKey(key) ? await findCall(store, merchant, key) : undefined
      if (!call) return badKey('key', key)
      const body = call.body ?? (await recordedBody(dependencies.gateway, merchant, call))
      return {
        ...shownCall(call, merchant),
        ...(body && { body }),
        curl: curlLine(origin(), { ...call, merchantId, body }),
        ...(call.operation !== undefined && { reference: referenceOf(call.operation, call.version) }),
      }
    },
  }
}

const isKey = (text: string): boolean => /^\d{1,18}\.\d{1,4}$/.test(text)
const badKey = (field: string, key: string) => invalid(field, 'There is no such entry.', key)
const timeOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time))

const referenceOf = (operation: string, version: number): string =>
  `/docs/version/${version}#${operation.toLowerCase().replaceAll('_', '-')}`

/** With the path as the merchant's developers wrote it. */
function shownCall(call: FoundCall, { merchantId }: CalledMerchant): ShownCall {
  const { atMs, body: _, ...rest } = call
  const path = writtenPath({ ...call, merchantId })
  return { ...rest, path, time: new Date(atMs).toISOString(), outcome: outcomeOf(call) }
}
