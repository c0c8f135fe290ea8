// At debug, the log tells the messages of asks, and what a host sends unasked, as people may see them.

import type { Log } from '../../platform/log.ts'
import type { LinkEvent } from '../iso8583/link/linkStatus.ts'
import type { Acquirer } from '../port.ts'

type TellDebug = NonNullable<Log['debug']>

/** What was sent for an ask, and what was answered. */
export function sendTelling(send: Acquirer['send'], tell: TellDebug | undefined): Acquirer['send'] {
  if (tell === undefined) return send
  return async (ask, deadline) => {
    const answer = await send(ask, deadline)
    const messages = ('messages' in answer && answer.messages) || []
    for (const { link, direction, type, fields } of messages)
      tell('message', { name: link, direction, messageType: type, fields })
    return answer
  }
}

/** Of what else happened on a link, that which is a message. */
export function tellEvent({ link, what, message }: LinkEvent, tell: TellDebug | undefined): void {
  if (tell === undefined || message === undefined) return
  const { direction, type, fields } = message
  const lines = Object.entries(fields).map(([place, value]) => `${place} ${value}`)
  tell('message', { name: link, direction, messageType: type, reason: what, fields: lines.join('\n') })
}
