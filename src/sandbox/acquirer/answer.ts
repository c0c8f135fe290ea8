import type { AcquirerAnswer, AcquirerAnswerDetails, AcquirerAsk } from '../../acquirers/port.ts'
import { approvalOf } from './approval.ts'
import type { PostingResult } from './books.ts'
import { issuerChipTags } from './issuerTags.ts'
import type { AcquirerDecision } from './ruling.ts'
import { adviceFor, replyFor } from './triggers.ts'
import { verifyPayer } from './verification.ts'

/** What the acquirer says, with what the issuer tells the chip that was read. */
export function answerTo(
  ask: AcquirerAsk,
  decision: AcquirerDecision,
  context: AnswerContext,
): AcquirerAnswer {
  const answer = answerWithoutChip(ask, decision, context)
  return { ...answer, ...issuerChipTags(ask, answer) }
}

/** As it ruled, unless its books object. What was done before is told as it was. */
function answerWithoutChip(
  ask: AcquirerAsk,
  decision: AcquirerDecision,
  { posted, at }: AnswerContext,
): AcquirerAnswer {
  const objection = posted && objectionOf(ask, posted)
  if (objection) return objection
  const { gatewayCode, availableBalance } = decision
  const reply = replyFor(gatewayCode)
  const { acquirerCode, acquirerMessage } = decision.response ?? reply
  const details = { acquirerCode, acquirerMessage, ...('acceptPartialAmount' in ask && verifyPayer(ask)) }
  switch (reply.outcome) {
    case 'approved': {
      const earlier = posted?.verdict === 'duplicate' && ask.verb !== 'reverse' ? posted.entry : undefined
      const amount = earlier ? earlier.amount : decision.amount
      const approval = approvalOf(ask, reply, earlier ? new Date(earlier.postedAtMs) : at)
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
      return { outcome: 'declined', gatewayCode, ...details, ...merchantAdvice(ask, decision) }
    default:
      return { outcome: reply.outcome, ...details }
  }
}

export type AnswerContext = { readonly posted: PostingResult | undefined; readonly at: Date }

function merchantAdvice(
  ask: AcquirerAsk,
  { gatewayCode }: AcquirerDecision,
): Pick<AcquirerAnswerDetails, 'merchantAdviceCode'> {
  const isOfAgreement = 'isOfAgreement' in ask && ask.isOfAgreement === true
  return isOfAgreement ? { merchantAdviceCode: adviceFor(gatewayCode) } : {}
}

/** A reversal of what is undone already has nothing left to do, and is acknowledged. */
function objectionOf({ verb }: AcquirerAsk, posted: PostingResult): AcquirerAnswer | undefined {
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
