import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DirectoryFault, DirectoryFaultSetting } from '../../src/directoryServer/faults.ts'
import { cardholder, cardThat, explained, told } from './cardholder.ts'
import { type Directories, device, openDirectories, registerMerchants } from './directories.ts'
import { openGateway, type TestGateway } from './gateway.ts'

/** What the merchant is told: who timed out, who could not be reached, who said something wrong. */
const successful = ['SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATION_SUCCESSFUL']
const unavailable = (code: string) => ['FAILURE', code, 'RESUBMIT_LATER', 'AUTHENTICATION_UNAVAILABLE']
const timedOut = unavailable('TIMED_OUT')
const wrong = unavailable('SYSTEM_ERROR')
const unreached = unavailable('ACQUIRER_SYSTEM_ERROR')

describe('an authentication request is never sent twice, whatever the directory server does', () => {
  let directories: Directories
  let gateway: TestGateway
  beforeAll(async () => {
    directories = await openDirectories()
    gateway = await openGateway('external', { threeDSecureServer: directories.file })
    await registerMerchants(gateway, directories)
  })
  afterEach(() => directories.control.clearFaults())
  afterAll(async () => {
    await gateway?.stop()
    await directories?.close()
  })

  const complaints = () =>
    directories.control
      .messages()
      .filter(({ direction, kind }) => direction === 'received' && kind === 'Erro')
      .map(({ content }) => String(content.errorCode))
  const requests = () => directories.control.counters().messages['AReq received'] ?? 0
  /** The merchant's answer, and what the explanation of it says was the reason. */
  const asked = async (more: object = {}, card: string = cardThat.isKnown) => {
    const payer = cardholder(gateway, card)
    const answer = await payer.begin({ device, ...more })
    const row = Object.values(told(answer))
    const steps = await explained(gateway, payer.orderId, 'auth')
    return { row, reason: steps.map(({ reason }) => reason).filter(reason => reason !== undefined) }
  }
  const hit = (name: DirectoryFault, setting: DirectoryFaultSetting, more?: object, card?: string) =>
    directories.misbehaving(async () => {
      directories.control.fault(name, { next: 1, ...setting })
      const before = { requests: requests(), complaints: complaints().length }
      const said = await asked(more, card)
      // The complaint goes out beside the answer.
      if (said.row[1] === 'SYSTEM_ERROR') await new Promise(resolve => setTimeout(resolve, 300))
      return {
        ...said,
        requests: requests() - before.requests,
        complaints: complaints().slice(before.complaints),
      }
    })

  test.each([
    ['drop-bytes', {}, timedOut, 0],
    ['drop-request', {}, timedOut, 0],
    ['drop-answer', {}, timedOut, 1],
    ['cut-answer', {}, timedOut, 1],
    ['erro', { code: '305' }, wrong, 0],
    ['erro', { code: '403' }, wrong, 0],
    ['erro', { code: '999' }, wrong, 0],
    ['erro', { code: '102' }, wrong, 0],
  ] as const)('%s %o', async (name, setting, row, received) => {
    expect(await hit(name, setting)).toMatchObject({
      row,
      requests: received,
      complaints: [],
    })
  })

  test.each([
    ['http-error', '101', 0],
    ['not-json', '101', 0],
    ['ares-wrong-id', '301', 1],
    ['ares-decoupled', '203', 1],
    ['ares-spc', '203', 1],
    ['ares-number', '203', 1],
    ['ares-twice', '204', 1],
    ['ares-critical', '202', 1],
    ['ares-missing', '201', 1],
    ['ares-version', '203', 1],
  ] as const)('an answer that is wrong (%s) is complained of with %s', async (name, code, received) => {
    const said = await hit(name, {})
    expect(said).toMatchObject({ row: wrong, requests: received, complaints: [code] })
    expect(said.reason.join()).toContain(code)
  })

  test('a challenge where data is only shared is refused; fields of later releases are not', async () => {
    const shared = { authentication: { exemption: 'DATA_ONLY' } }
    expect(await hit('ares-challenge', {}, shared)).toMatchObject({ row: wrong, complaints: ['203'] })
    expect(await hit('ares-extra', {})).toMatchObject({ row: successful, complaints: [] })
  })

  test('an answer may take nine seconds, not eleven, and silence is not waited for any longer', async () => {
    await directories.misbehaving(async () => {
      const begun = []
      for (const [name, ms] of [
        ['slow', 9_000],
        ['slow', 11_000],
        ['silence', 0],
      ] as const) {
        const before = directories.control.faults().happened[name] ?? 0
        directories.control.fault(name, { next: 1, on: 'AReq', ms })
        begun.push(asked())
        await expect.poll(() => directories.control.faults().happened[name]).toBe(before + 1)
      }
      const [slow, tooSlow, silent] = await Promise.all(begun)
      expect([slow?.row, tooSlow?.row, silent?.row]).toEqual([successful, timedOut, timedOut])
    })
  }, 30_000)

  test('where nobody listens, the merchant may try again, and the next one is answered', async () => {
    const before = requests()
    directories.control.fault('refuse-connections', { probability: 1 })
    expect(await asked()).toMatchObject({ row: unreached, reason: [expect.stringContaining('ECONNREFUSED')] })
    expect(requests()).toBe(before)
    directories.control.clearFaults()
    expect(await asked()).toMatchObject({ row: successful })
  })

  test('every request came once, and the third reader has nothing against the gateway', () => {
    const { repeatedRequests, repeatedIds } = directories.control.counters()
    expect({ repeatedRequests, repeatedIds }).toEqual({ repeatedRequests: 0, repeatedIds: [] })
    expect(Object.values(directories.control.requests())).toHaveLength(24)
    expect(directories.findings()).toEqual([])
  })
})
