import type { AcquirerAnswer, AcquirerAnswerDetails, AcquirerAsk } from '../../acquirers/port.ts'
import { approve } from './approval.ts'
import type { Posted } from './books.ts'
import { issuerTags } from './issuerTags.ts'
import type { Ruling } from './ruling.ts'
import { adviceFor, replyFor } from './triggers.ts'
import { verify } from './verification.ts'

/** What the acquirer says, with what the issuer tells the chip that was read. */
export function answerTo(ask: AcquirerAsk, ruling: Ruling, circumstances: Circumstances): AcquirerAnswer {
  const answer = plainAnswer(ask, ruling, circumstances)
  return { ...answer, ...issuerTags(ask, answer) }
}

/** As it ruled, unless its books object. What was done before is told as it was. */
function plainAnswer(ask: AcquirerAsk, ruling: Ruling, { posted, at }: Circumstances): AcquirerAnswer {
  const objection = posted && objectionOf(ask, posted)
  if (objection) return objection
  const { gatewayCode, availableBalance } = ruling
  const reply = replyFor(gatewayCode)
  const { acquirerCode, acquirerMessage } = ruling.words ?? reply
  const details = { acquirerCode, acquirerMessage, ...('acceptPartialAmount' in ask && verify(ask)) }
  switch (reply.outcome) {
    case 'approved': {
      const earlier = posted?.verdict === 'duplicate' && ask.verb !== 'reverse' ? posted.entry : undefined
      const amount = earlier ? earlier.amount : ruling.amount
      const approval = approve(ask, reply, earlier ? new Date(earlier.postedAtMs) : at)
      return {
        outcome: 'approved',
        gatewayCode,
        amount,
        ...approval,
        ...details,
        ...(availableBalance && { availableBalance }),
      }
    }
    case 'declined':
      return { outcome: 'declined', gatewayCode, ...details, ...adviceOn(ask, ruling) }
    default:
      return { outcome: reply.outcome, ...details }
  }
}

export type Circumstances = { readonly posted: Posted | undefined; readonly at: Date }

function adviceOn(
  ask: AcquirerAsk,
  { gatewayCode }: Ruling,
): Pick<AcquirerAnswerDetails, 'merchantAdviceCode'> {
  const isOfAgreement = 'isOfAgreement' in ask && ask.isOfAgreement === true
  return isOfAgreement ? { merchantAdviceCode: adviceFor(gatewayCode) } : {}
}

/** A reversal of what is undone already has nothing left to do, and is acknowledged. */
function objectionOf({ verb }: AcquirerAsk, posted: Posted): AcquirerAnswer | undefined {
  const isPursuit = verb === 'reverse' || verb === 'inquire'
  switch (posted.verdict) {
    case 'noOriginal':
      return isPursuit ? { outcome: 'noOriginal', ...noOriginal } : declined(noOriginal)
    case 'refused':
      return verb === 'reverse' ? undefined : declined(invalidTransaction)
    case 'duplicate':
      return posted.entry.state === 'undone' ? declined(duplicate) : undefined
    default:
      return undefined
  }
}

const noOriginal: AcquirerAnswerDetails = { acquirerCode: '25', acquirerMessage: 'NO SUCH ORIGINAL' }
const invalidTransaction: AcquirerAnswerDetails = {
  acquirerCode: '12',
  acquirerMessage: 'INVALID TRANSACTION',
}
const duplicate: AcquirerAnswerDetails = { acquirerCode: '94', acquirerMessage: 'DUPLICATE' }

function declined(details: AcquirerAnswerDetails): AcquirerAnswer {
  return { outcome: 'declined', gatewayCode: 'DECLINED', ...details }
}
