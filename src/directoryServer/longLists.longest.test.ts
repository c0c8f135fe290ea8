import { expect, test } from 'vitest'
import { authenticationRequest, rangeRequest } from '../../test/support/directoryServer/requests.ts'
import { openTestGateway } from '../../test/support/directoryServer/testGateway.ts'

test('200,000 ranges, in each form, while others are answered', async () => {
  const gateway = await openTestGateway({ moreRanges: 200_000 })
  try {
    for (const messageVersion of ['2.2.0', '2.3.1']) {
      const list = gateway.ask(rangeRequest({ messageVersion }), { headers: { 'accept-encoding': 'gzip' } })
      const meanwhile = await gateway.ask(authenticationRequest('5123456789012346', { messageVersion }))
      expect(meanwhile.json).toMatchObject({ transStatus: 'Y' })
      expect((await list).json.cardRangeData).toHaveLength(200_010)
    }
  } finally {
    await gateway.close()
  }
})

test('answers that take nine and eleven seconds', async () => {
  const gateway = await openTestGateway()
  try {
    for (const ms of [undefined, 11_000]) {
      gateway.server.control.fault('slow', { next: 1, ...(ms !== undefined && { ms }) })
      const startedMs = performance.now()
      const request = authenticationRequest('5123456789012346')
      const { json } = await gateway.ask(request, { signal: AbortSignal.timeout(20_000) })
      expect(json).toMatchObject({ transStatus: 'Y' })
      expect(performance.now() - startedMs).toBeGreaterThan((ms ?? 9_000) - 10)
    }
  } finally {
    await gateway.close()
  }
})
