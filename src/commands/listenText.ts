import { type Content, isObject } from '../contract/kit/content.ts'
import { currencyExponent } from '../standards/currencies.ts'
import type { News, Told } from './listening.ts'
import type { LocalAnswer } from './office.ts'
import { counted, harmless } from './shown.ts'
import type { Paint } from './terminal.ts'

export function newsLines(news: Exclude<News, Told>, paint: Paint): readonly string[] {
  switch (news.kind) {
    case 'begun':
      return [
        `Notifications of ${paint.bold(news.merchantId)} at ${news.address}`,
        news.target === undefined ? 'They are only shown.' : `They go to ${paint.bold(news.target)}`,
        paint.dim('Times are in UTC. Ctrl-C ends it.'),
        '',
      ]
    case 'away':
      return [paint.yellow(`${news.why} Waiting for it …`)]
    case 'back':
      return [paint.green(news.who === 'gateway' ? 'The gateway answers.' : 'Your program answers.')]
    case 'ended':
      return [
        '',
        paint.dim(`${counted(news.count, 'notification')}. To go on after the last: --after ${news.after}`),
      ]
  }
}

/** What happened, and below it what the developer's program said. */
export function toldLines(
  { notification, answer }: Told,
  { paint, isWhole }: { readonly paint: Paint; readonly isWhole: boolean },
): readonly string[] {
  const { time, orderId, transactionId, sequence, body } = notification
  const content = readBody(body)
  const clock = harmless(time.slice(11, 19))
  const about = `${harmless(orderId, 40)} / ${harmless(transactionId, 40)}`
  return [
    `${paint.dim(clock)}  ${paint.bold(about)}  ${harmless(movement(content), 60)}`,
    `          ${outcome(content, paint)}${paint.dim(`, notification ${sequence} of the order`)}`,
    ...(answer ? [`          ${answerText(answer, paint)}`] : []),
    ...(isWhole
      ? JSON.stringify(content, undefined, 2)
          .split('\n')
          .map(line => `          ${line}`)
      : []),
  ]
}

export function toldJson({ notification, answer }: Told): object {
  const { body, headers, ...rest } = notification
  return { ...rest, headers, body: readBody(body), ...(answer && { answer }) }
}

/** What was signed is the text; for people it is read. */
function readBody(body: string): Content {
  try {
    const content: unknown = JSON.parse(body)
    return isObject(content) ? content : {}
  } catch {
    return {}
  }
}

const part = (content: Content, name: string): Content => {
  const value = content[name]
  return isObject(value) ? value : {}
}

function movement(content: Content): string {
  const { type, amount, currency } = part(content, 'transaction')
  return [type, amount === undefined ? undefined : `${moneyText(amount, currency)} ${currency}`]
    .filter(Boolean)
    .join(' ')
}

/** A JSON number has lost its last zeros. */
const moneyText = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' ? amount.toFixed(currencyExponent(String(currency))) : String(amount)

function outcome(content: Content, paint: Paint): string {
  const { result } = content
  const { gatewayCode } = part(content, 'response')
  const { status } = part(content, 'order')
  const words = harmless([result, gatewayCode].filter(Boolean).join(' ') || 'could not be put into words')
  const tint = result === 'SUCCESS' ? paint.green : result === 'FAILURE' ? paint.red : paint.yellow
  return `${tint(words)}${status === undefined ? '' : `, order ${harmless(status)}`}`
}

function answerText(answer: Exclude<LocalAnswer, { readonly kind: 'away' }>, paint: Paint): string {
  if (answer.kind === 'failed')
    return paint.red(`your program: ${harmless(answer.why)} after ${answer.tookMs} ms`)
  const { status, tookMs, text } = answer
  const isTaken = status >= 200 && status < 300
  const said = `your program: ${status} in ${tookMs} ms`
  return isTaken
    ? paint.green(said)
    : `${paint.red(said)}${text === '' ? '' : paint.dim(` ${harmless(text, 100)}`)}`
}
