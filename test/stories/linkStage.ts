import type { AcquirerHost } from '../../src/acquirerHost/acquirerHost.ts'
import type { HostScript } from '../../src/acquirerHost/hostScripts.ts'
import { toMinor } from '../../src/orders/money.ts'
import { luhnDigit } from '../../src/standards/cardNumber.ts'
import type { Client } from '../journeys/client.ts'
import { createHttpOrder } from './httpStage.ts'
import type { Stage, Submitted } from './story.ts'

/** How a host is silent: what was asked is carried out and never answered, or it never arrives. */
export type Silence = 'drop-answer' | 'drop-request'

export type LinkOrder = {
  readonly merchant: string
  readonly orderId: string
  readonly silence: Silence
}

/**
 * An order of a gateway whose acquirer is behind a link. Its host is told what to say to the order's own
 * card, so that many stories can be played at once.
 */
export function createLinkOrder(client: Client, host: AcquirerHost, order: LinkOrder): Stage {
  const { merchant, orderId, silence } = order
  const card = { number: newCard() }
  const tell = (step: Submitted) => {
    const answer = answerTo(step, silence)
    if (answer) host.control.script({ match: { card: card.number }, answers: [answer] })
  }
  return createHttpOrder(client, { merchant, orderId, tell, card })
}

function answerTo(step: Submitted, silence: Silence): HostScript['answers'][number] | undefined {
  switch (step.told) {
    case 'approved':
      return undefined
    case 'declined':
      return { gatewayCode: 'DECLINED' }
    case 'referred':
      return { gatewayCode: 'REFERRED' }
    case 'pending':
      return { gatewayCode: 'PENDING' }
    case 'partly':
      return { amount: toMinor(step.amount ?? '0', step.currency) / 2n }
    case 'silent':
      return { fault: silence }
  }
}

let cards = 0

function newCard(): string {
  const digits = `512345${String(++cards).padStart(9, '0')}`
  return digits + luhnDigit(digits)
}
