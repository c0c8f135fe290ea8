import { type Content, isObject } from '../contract/kit/content.ts'
import { harmless } from './shown.ts'

/** Without the day, where all of it is one day. */
export function timeTexts(times: readonly string[]): readonly string[] {
  const isOneDay = new Set(times.map(time => time.slice(0, 10))).size <= 1
  return times.map(time => harmless(isOneDay ? time.slice(11, 23) : time.slice(0, 23).replace('T', ' ')))
}

export type StepText = { readonly name: string; readonly details: string }

/** How the particulars of each kind of step read; what is not foreseen is told by its name. */
export function stepText({ step, time, ...facts }: Content): StepText {
  const telling = tellings.get(step)
  const { text, used } = telling?.(facts) ?? { text: '', used: [] }
  const others = Object.entries(facts).filter(([name]) => !used.includes(name))
  const rest = others.map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return {
    name: String(step).toLowerCase().replaceAll('_', ' '),
    details: harmless([text, ...rest].filter(each => each !== '').join(', '), 600),
  }
}

type Telling = (facts: Content) => { readonly text: string; readonly used: readonly string[] }

const money = ({ amount, currency }: Content): string =>
  amount === undefined ? '' : ` ${amount} ${currency}`

const asked: Telling = facts => {
  const { verb, tookMs, answer, card, acquirerCode, acquirerMessage, authorizationCode } = facts
  const words = [acquirerCode, acquirerMessage].filter(Boolean).join(' ')
  const code = authorizationCode === undefined ? '' : `, code ${authorizationCode}`
  return {
    text:
      `${verb}${money(facts)}${card === undefined ? '' : ` on ${card}`}: ${answer} after ${tookMs} ms` +
      `${words === '' ? '' : ` (${words})`}${code}`,
    used: [
      ...['verb', 'tookMs', 'answer', 'card', 'acquirerCode', 'acquirerMessage', 'authorizationCode'],
      ...['amount', 'currency'],
    ],
  }
}

/** What was said about it later; whoever was asked may have answered with more than a word. */
const exchanged: Telling = facts => {
  const { verb, attempt, tookMs, answer } = facts
  const said: Content = isObject(answer) ? answer : { outcome: answer }
  const words = [said.acquirerCode, said.acquirerMessage].filter(Boolean).join(' ')
  const took = tookMs === undefined ? '' : ` after ${tookMs} ms`
  const which = attempt === undefined ? '' : `, attempt ${attempt}`
  return {
    text: `${verb ?? ''}${which}: ${said.outcome}${took}${words === '' ? '' : ` (${words})`}`.replace(
      /^, /,
      '',
    ),
    used: ['verb', 'attempt', 'tookMs', 'answer', 'repeat'],
  }
}

const outcome: Telling = ({ result, gatewayCode, orderStatus, by }) => ({
  text:
    `${result} ${gatewayCode}${orderStatus === undefined ? '' : `, order ${orderStatus}`}` +
    `${by === undefined ? '' : `, by ${by}`}`,
  used: ['result', 'gatewayCode', 'orderStatus', 'sequence', 'by'],
})

const tellings: ReadonlyMap<unknown, Telling> = new Map<unknown, Telling>([
  [
    'RECEIVED',
    ({ operation, version }) => ({
      text: `${operation} at version ${version}`,
      used: ['operation', 'version'],
    }),
  ],
  ['ACQUIRER_ASKED', asked],
  ['ISSUER_ASKED', asked],
  ['PROVIDER_ASKED', asked],
  ['REVERSAL_ATTEMPTED', exchanged],
  ['ADVICE_ATTEMPTED', exchanged],
  ['INQUIRY_ATTEMPTED', exchanged],
  ['LATE_ANSWER', exchanged],
  ['ANSWERED', outcome],
  ['PAYER_WENT_ON', outcome],
  ['SETTLED_BY_RECOVERY', outcome],
  [
    'NOTIFICATION_DUE',
    ({ sequence, state }) => ({
      text: `number ${sequence} of the order${state === undefined ? '' : `: ${states.get(state) ?? state}`}`,
      used: ['sequence', 'state', 'id', 'attempts'],
    }),
  ],
  [
    'NOTIFICATION_ATTEMPTED',
    ({ sequence, attempt, status, reason, tookMs, target }) => {
      const answer = [status, reason].filter(each => each !== undefined).join(' ')
      return {
        text: `number ${sequence}, attempt ${attempt}: ${answer} after ${tookMs} ms, to ${target}`,
        used: ['sequence', 'attempt', 'status', 'reason', 'tookMs', 'target', 'id'],
      }
    },
  ],
])

const states: ReadonlyMap<unknown, string> = new Map([
  ['OFF', 'not sent, the merchant wants none'],
  ['NOWHERE', 'not sent, nobody said where to'],
  ['WAITING', 'waiting'],
  ['DELIVERED', 'delivered'],
  ['GONE', 'the receiver wants no more'],
  ['DEAD', 'given up'],
])
