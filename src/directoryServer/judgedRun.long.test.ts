import { afterEach, beforeEach, expect, test } from 'vitest'
import { authenticationRequest, rangeRequest } from '../../test/support/directoryServer/requests.ts'
import {
  challengeRequest,
  openTestGateway,
  type TestGateway,
} from '../../test/support/directoryServer/testGateway.ts'
import { judgeRun } from '../../test/threeDSecure/checker/conversations.ts'
import { createRecorder, type Recorder } from '../../test/threeDSecure/checker/taken.ts'

let gateway: TestGateway
let recorder: Recorder
beforeEach(async () => {
  recorder = createRecorder()
  const versions = ['2.1.0', '2.2.0', '2.3.1'] as const
  gateway = await openTestGateway({ versions, onMessage: recorder.take })
})
afterEach(() => gateway.close())

const verdict = () =>
  judgeRun(recorder.taken(), { isLoopbackAllowed: true }).map(
    ({ kind, code, fields, why }) => `${kind} ${code} ${fields.join()} ${why}`,
  )

const outcomes = [
  ...([
    'challenge',
    'successful',
    'attempted',
    'failed',
    'rejected',
    'unavailable',
    'exempt',
    'error',
  ] as const),
]
const ends = ['Y', 'N', 'cancelled', 'U', 'R', 'timedOut', 'neverCame'] as const

test('the third reader has nothing to say about what is sent in any version', async () => {
  const { control } = gateway.server
  for (const messageVersion of ['2.1.0', '2.2.0', '2.3.1']) {
    for (const outcome of outcomes) {
      control.order({ outcome })
      await gateway.authenticate('5123456789012346', { messageVersion })
    }
    for (const threeDSRequestorChallengeInd of ['05', '06']) {
      if (messageVersion === '2.1.0') continue
      control.order({ outcome: 'exempt' })
      const wish = messageVersion === '2.3.1' ? [threeDSRequestorChallengeInd] : threeDSRequestorChallengeInd
      await gateway.authenticate('5123456789012346', { messageVersion, threeDSRequestorChallengeInd: wish })
    }
    for (const end of ends) {
      const { json } = await gateway.authenticate('5123450000000008', { messageVersion })
      const page = await gateway.browse(String(json.acsURL), { creq: challengeRequest(json) })
      await gateway.browse(page.action, { ...page.fields, outcome: end })
    }
  }
  await gateway.ask(rangeRequest({ messageVersion: '2.2.0' }))
  await gateway.ask(rangeRequest({ messageVersion: '2.3.1', threeDSServerOperatorID: undefined }), {
    scheme: 1,
  })
  await gateway.ask(authenticationRequest('5123456789012346', { mcc: undefined }))
  expect(recorder.taken().length).toBeGreaterThan(150)
  expect(verdict()).toEqual(['AReq 201 mcc is missing'])
})

test('it notices what is made wrong, and who does not', async () => {
  gateway.server.control.fault('ares-missing', { next: 1 })
  await gateway.authenticate('5123456789012346')
  expect(verdict().join()).toContain('faultPassed')
})
