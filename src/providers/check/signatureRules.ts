// Rules about who may call, and about how answers are signed.

import type { ProtocolCall } from '../protocol/declaration.ts'
import { writeCall } from '../protocol/messages.ts'
import { newProtocolSecret, signMessage } from '../protocol/signature.ts'
import type { MadeWrong } from './adapterClient.ts'
import { type CheckRule, statusOf, want, wantError, wantState } from './rule.ts'
import { type CheckStage, heardInWords } from './stage.ts'

/** A call that must be refused, and must not have been done. */
async function wantRefused(stage: CheckStage, made: MadeWrong, about: string): Promise<void> {
  const start = stage.start()
  const reply = await stage.client.call(start, made)
  const isRefused = 'error' in reply.heard && reply.heard.error.code === 'NOT_SIGNED' && reply.status === 401
  want(isRefused, `${about} was answered with ${heardInWords(reply)}`)
  const after = await stage.client.call(statusOf(start))
  want('error' in after.heard, `${about} was refused, and done all the same`)
}

const withoutHeader =
  (name: string): MadeWrong['headers'] =>
  headers =>
    Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name))

const minutesAway = (stage: CheckStage, minutes: number): MadeWrong => ({
  at: new Date(stage.now().getTime() + minutes * 60_000),
})

export const signatureRules: readonly CheckRule[] = [
  {
    name: 'missing-signature',
    expects: 'A call without one of the three headers is refused (401 NOT_SIGNED), and not done.',
    async run(stage) {
      for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
        await wantRefused(
          stage,
          { headers: withoutHeader(name) ?? (headers => headers) },
          `a call without ${name}`,
        )
    },
  },
  {
    name: 'wrong-signature',
    expects: 'A call that is signed with an unknown secret is refused (401 NOT_SIGNED), and not done.',
    run: stage => wantRefused(stage, { secrets: [newProtocolSecret()] }, 'a call with an unknown secret'),
  },
  {
    name: 'reflected-signature',
    expects: "A call that is signed with the provider's own secret is refused: somebody sent it back.",
    run: stage =>
      wantRefused(stage, { secrets: stage.secrets.provider }, "a call with the provider's secret"),
  },
  {
    name: 'changed-body',
    expects: 'A call whose body was changed after it was signed is refused.',
    async run(stage) {
      const { secrets, now } = stage
      const body = writeCall(stage.start())
      const forged = signMessage({ id: 'check_forged', body, secrets: secrets.gateway, at: now() })
      await wantRefused(stage, { headers: headers => ({ ...headers, ...forged }) }, 'a call that was changed')
    },
  },
  {
    name: 'old-signature',
    expects: 'A call whose timestamp is more than five minutes away, before or after, is refused.',
    async run(stage) {
      await wantRefused(stage, minutesAway(stage, -6), 'a call of six minutes ago')
      await wantRefused(stage, minutesAway(stage, 6), 'a call from six minutes ahead')
    },
  },
  {
    name: 'several-signatures',
    expects: 'One signature that fits is enough, also beside others: secrets change without a stop.',
    async run(stage) {
      const secrets = [newProtocolSecret(), ...stage.secrets.gateway]
      const reply = await stage.client.call(stage.start(), { secrets })
      want('answer' in reply.heard, `a call with two signatures was answered with ${heardInWords(reply)}`)
    },
  },
  {
    name: 'errors-signed',
    expects: 'Errors are signed like other answers, with the webhook-id of their call.',
    async run(stage) {
      await wantError(stage, statusOf(stage.start()), 'NOT_FOUND', { about: 'status of an unknown payment' })
    },
  },
  {
    name: 'call-in-body',
    expects: 'A call whose body names another call than its path is refused (400 INVALID_REQUEST).',
    async run(stage) {
      const start = stage.start()
      const cancel: ProtocolCall = { ...start, call: 'cancel', reason: 'OUTCOME_UNKNOWN' }
      await wantError(stage, cancel, 'INVALID_REQUEST', {
        ...{ made: { path: 'start' }, about: 'a cancel under the path of start' },
      })
      const after = await stage.client.call(statusOf(start))
      want('error' in after.heard, 'it was refused, and done all the same')
    },
  },
  {
    name: 'answers-differ',
    expects: 'Two calls at the same time are each answered with their own webhook-id and paymentId.',
    async run(stage) {
      const starts = Array.from({ length: 5 }, () => stage.start())
      await Promise.all(starts.map(start => wantState(stage, start, 'open')))
      await Promise.all(starts.map(start => wantState(stage, statusOf(start), 'open')))
    },
  },
]
