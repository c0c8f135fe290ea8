import type { AcquirerAnswer } from '../../acquirers/port.ts'
import { type Content, isObject, mergeContent } from '../../contract/kit/content.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import type { ConsultedAnswer, ConsultedConclusion, CounterpartyUpdate } from '../model/consulting.ts'
import { isoTime } from '../record/outcome.ts'

/** How far a browser payment is, by what the provider says and where the payer was seen. */
export function judgeBrowserPayment(news: CounterpartyUpdate): ConsultedConclusion {
  const { answer } = news
  switch (answer?.outcome) {
    case 'started':
      return started(answer, news)
    case 'approved':
    case 'declined':
      return completed(answer, news)
    case 'silent':
    case undefined:
      // Who never answered knows of no payer; later, silence changes nothing of what was known.
      return isObject(news.before.browserPayment) ? submitted(news) : notStarted('TIMED_OUT')
    default:
      return submitted(news)
  }
}

/** The provider is asked to take the money: until it has answered, nobody else may. */
export function judgeConfirmation(news: CounterpartyUpdate): ConsultedConclusion {
  const { answer } = news
  if (answer?.outcome === 'approved' || answer?.outcome === 'declined') return completed(answer, news)
  const inDoubt = answer === undefined || answer.outcome === 'silent'
  const responsePatch = { browserPayment: progressed(news, {}), ...carried(news) }
  if (inDoubt) return { ...pending, responsePatch, obligation: 'inquiry', keepsOrderBusy: true }
  return submitted(news)
}

const pending = { result: 'PENDING', gatewayCode: 'PENDING', isBeingConfirmed: true } as const
const unknown = { result: 'UNKNOWN', gatewayCode: 'UNKNOWN', isBeingConfirmed: true } as const

/** It may have been asked, and the provider knows whether it took the money. */
export const notConfirmed = ({ browserPayment, consulted }: Content): ConsultedConclusion => ({
  ...unknown,
  responsePatch: { browserPayment, consulted },
  obligation: 'inquiry',
  keepsOrderBusy: true,
})

export const notStarted = (gatewayCode: GatewayCode): ConsultedConclusion => ({
  result: 'FAILURE',
  gatewayCode,
  responsePatch: { browserPayment: { interaction: { status: 'INITIATED' } } },
})

type Started = Extract<ConsultedAnswer, { outcome: 'started' }>

/** Provider A opens its page within the merchant's own, by the interaction's id. */
function started({ interactionId, pageUrl }: Started, news: CounterpartyUpdate): ConsultedConclusion {
  const { tokens, origin, nowMs } = news
  const browserPayment = {
    interaction: { status: 'INITIATED', timeInitiated: isoTime(nowMs) },
    ...(isOfProviderA(news)
      ? { providerA: { interactionId } }
      : { redirectUrl: `${origin}/pay/redirect/${tokens.redirect}` }),
  }
  return {
    ...open,
    responsePatch: { browserPayment, consulted: { interactionId, pageUrl } },
    obligation: 'inquiry',
  }
}

const open = { result: 'SUCCESS', gatewayCode: 'SUBMITTED' } as const

/** Nothing is final: it is asked about until it is. */
function submitted(news: CounterpartyUpdate): ConsultedConclusion {
  const { answer } = news
  const accountId = answer && 'accountId' in answer ? answer.accountId : undefined
  const browserPayment = mergeContent(progressed(news, {}), accountOf(news, accountId))
  return { ...open, responsePatch: { browserPayment, ...carried(news) }, obligation: 'inquiry' }
}

type Final = Extract<ConsultedAnswer, { outcome: 'approved' | 'declined' }>

function completed(answer: Final, news: CounterpartyUpdate): ConsultedConclusion {
  const { accountId, ...told } = answer
  const { gatewayCode } = answer
  const final = { status: 'COMPLETED', timeCompleted: isoTime(news.nowMs) }
  const responsePatch = {
    browserPayment: mergeContent(progressed(news, final), accountOf(news, accountId)),
    ...carried(news),
  }
  const heard: AcquirerAnswer = told
  if (answer.outcome === 'declined') return { result: 'FAILURE', gatewayCode, responsePatch, answer: heard }
  if (answer.amount === news.amount) return { result: 'SUCCESS', gatewayCode, responsePatch, answer: heard }
  // Who took another amount than was asked for has done something else: it is undone.
  return { ...unknown, responsePatch, obligation: 'reversal', keepsOrderBusy: true }
}

/** Only provider A has accounts that merchants are told. */
const accountOf = (news: CounterpartyUpdate, accountId: string | undefined): Content =>
  accountId !== undefined && isOfProviderA(news) ? { providerA: { accountId } } : {}

const isOfProviderA = ({ request: { sourceOfFunds } }: CounterpartyUpdate): boolean =>
  isObject(sourceOfFunds) && sourceOfFunds.type === 'PROVIDER_A'

/** The ladder never leads back: who reloads an earlier page is where they were. */
function progressed({ before, seen, nowMs }: CounterpartyUpdate, final: Content): Content {
  const { browserPayment } = before
  const { interaction, ...rest } = isObject(browserPayment) ? browserPayment : {}
  const known = isObject(interaction) ? interaction : {}
  const step = seen === undefined ? {} : steps[seen](known, isoTime(nowMs))
  return { ...rest, interaction: { ...known, ...step, ...final } }
}

const steps = {
  redirected: ({ timeRedirected, status }, now) => ({
    status: status === 'INITIATED' ? 'REDIRECTED_TO_PROVIDER' : status,
    timeRedirected: timeRedirected ?? now,
  }),
  returned: ({ timeReturned }, now) => ({
    status: 'RETURNED_TO_MERCHANT',
    timeReturned: timeReturned ?? now,
  }),
} as const satisfies Record<NonNullable<CounterpartyUpdate['seen']>, (known: Content, now: string) => Content>

const carried = ({ before }: CounterpartyUpdate): Content =>
  isObject(before.consulted) ? { consulted: before.consulted } : {}
