import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardholder, cardThat, told } from './cardholder.ts'
import { type Directories, device, openDirectories, registerMerchants } from './directories.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { valueAt } from './whole.ts'

describe('payer authentication at directory servers', () => {
  let directories: Directories
  let gateway: TestGateway
  beforeAll(async () => {
    directories = await openDirectories()
    gateway = await openGateway('embedded', { threeDSecureServer: directories.file })
    await registerMerchants(gateway, directories)
  })
  afterAll(async () => {
    await gateway?.stop()
    await directories?.close()
  })

  test('a payer whom the issuer knows is authenticated without being asked', async () => {
    const payer = cardholder(gateway, cardThat.isKnown)
    const answer = await payer.begin({ device })
    expect(told(answer), answer.text).toEqual({
      ...{ result: 'SUCCESS', gatewayCode: 'APPROVED', recommendation: 'PROCEED' },
      authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
    })
    expect(valueAt(answer.body, 'authentication.3ds.acsEci')).toBe('02')
  })

  test('the result of a challenge settles it, also where the browser never comes back', async () => {
    const payer = cardholder(gateway, cardThat.isChallenged)
    const answer = await payer.begin({ device })
    expect(told(answer), answer.text).toMatchObject({ result: 'PENDING' })
    const acs = String(valueAt(answer.body, 'authentication.3ds2.acsTransactionId'))
    expect(await directories.control.decide(acs, 'Y')).toBe('Y')
    await expect
      .poll(async () => told(await payer.shown()), { timeout: 5_000 })
      .toMatchObject({ result: 'SUCCESS', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' })
  })

  test('no message broke a rule of the tables, and no request came twice', () => {
    expect(directories.findings()).toEqual([])
    expect(directories.control.counters().repeatedRequests).toBe(0)
  })
})
