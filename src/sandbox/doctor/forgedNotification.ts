// Tries whether a merchant's receiver of notifications verifies who sent them.

import type { CommandContext, ForwardAnswer } from '../../commands/context.ts'
import { printable } from '../../commands/output.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { randomHex } from '../../platform/ids.ts'

/** Nobody signed it, and whoever verifies notifications refuses it. Its order does not exist. */
export async function isForgedTaken({ forward, clock }: CommandContext, receiver: URL): Promise<boolean> {
  const id = `doctor-forged-${randomHex(6)}`
  const answer = await forward(receiver, {
    headers: {
      'Content-Type': 'application/json',
      'X-Notification-Secret': randomHex(16),
      'X-Notification-Id': id,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(clock.now().getTime() / 1_000)),
      'webhook-signature': `v1,${Buffer.from(randomHex(32), 'hex').toString('base64')}`,
    },
    body: JSON.stringify({
      ...{ result: 'SUCCESS', order: { id, status: 'CAPTURED' }, response: { gatewayCode: 'APPROVED' } },
      transaction: { id: '1', type: 'PAYMENT' },
    }),
  })
  if (answer.kind !== 'answered') throw new StartRefusal(unheard(receiver, answer))
  const { status } = answer
  if (status >= 200 && status < 300) return true
  if (refusals.has(status)) return false
  throw new StartRefusal(
    `${printable(receiver.href)} answered a forged notification with ${status}: ${remedyFor(status)}`,
  )
}

/** What a receiver says that does not believe it. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 422])

function unheard(
  receiver: URL,
  { kind, why }: Exclude<ForwardAnswer, { readonly kind: 'answered' }>,
): string {
  const remedy = 'Start your receiver, or correct --receiver.'
  return kind === 'away'
    ? `${printable(why)} ${remedy}`
    : `${printable(receiver.href)} did not answer a forged notification: ${printable(why)}. ${remedy}`
}

/** Any other answer does not say whether it verifies. */
function remedyFor(status: number): string {
  if (status === 404 || status === 405)
    return 'nothing takes notifications there. Give the whole address of your receiver with --receiver.'
  if (status >= 300 && status < 400)
    return 'the gateway follows no redirects. Give the address it leads to with --receiver.'
  if (status >= 500)
    return 'it broke. Look into its log: a notification with a wrong signature is answered 401.'
  return 'that does not say whether it verifies. Answer 401 where the signature is wrong.'
}
