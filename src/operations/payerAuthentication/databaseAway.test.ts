import { expect, test, vi } from 'vitest'
import { card, scriptedPipeline } from '../../../test/support/operations/scriptedPipeline.ts'
import { isRejection } from '../../orders/rejection.ts'
import { StoreUnavailable } from '../../platform/errors.ts'

const initiating = { order: { currency: 'USD' }, sourceOfFunds: { provided: { card } } }
const authenticating = {
  order: { amount: '10.00', currency: 'USD' },
  authentication: { redirectResponseUrl: 'https://shop.example/back' },
}
const enrolled = {
  outcome: 'enrolled',
  serverTransactionId: 'server',
  protocolVersion: '2.2.0',
  directoryServerId: 'directory',
  requestorId: 'requestor',
  requestorName: 'Shop',
} as const
const challenge = {
  outcome: 'challenge',
  acsUrl: 'https://issuer.example/ask',
  challengeRequest: 'creq',
  ...{ acsTransactionId: 'acs', dsTransactionId: 'ds', protocolVersion: '2.2.0' },
} as const

test.each(['authenticator', 'callbacks'] as const)(
  'an authentication that has begun and whose %s lose the database has failed, and keeps no order busy',
  async where => {
    const { submit, others } = scriptedPipeline()
    others.authentications.push(enrolled, challenge)
    await submit('a', 'INITIATE_AUTHENTICATION', initiating)
    const { authenticator, callbacks } = others.counterparties
    const away = new StoreUnavailable('away')
    if (where === 'callbacks') vi.spyOn(callbacks, 'issue').mockRejectedValueOnce(away)
    else vi.spyOn(authenticator, 'send').mockRejectedValueOnce(away)
    const done = await submit('a', 'AUTHENTICATE_PAYER', authenticating)
    if (isRejection(done)) throw new Error(JSON.stringify(done))
    expect(done).toMatchObject({ kind: 'recorded', record: { result: 'FAILURE' } })
    expect(JSON.stringify(done.record)).not.toContain('issuer.example')
    expect(await submit('b', 'INITIATE_AUTHENTICATION', initiating)).toMatchObject({ kind: 'recorded' })
  },
)
