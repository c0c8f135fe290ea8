import { type Content, isObject } from '../contract/kit/content.ts'
import { stepText, timeTexts } from './explainSteps.ts'
import { counted, harmless, pairs, table, wrapped } from './shown.ts'
import type { Paint } from './terminal.ts'

/** The story as somebody would tell it: what it was, what happened, and why. */
export function storyLines(story: Content, paint: Paint): readonly string[] {
  return [
    ...headLines(story, paint),
    '',
    paint.bold('What happened (UTC)'),
    ...stepLines(story, paint),
    ...section('What the order came to', totalLines(story, paint), paint),
    ...section('Why it was allowed, and judged', ruleLines(story), paint),
    ...section('What the request did not bring itself', valueLines(story), paint),
    ...section(isSettled(story) ? 'What was owed' : 'What is owed', owedLines(story), paint),
  ]
}

function section(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : ['', paint.bold(title), ...lines]
}

const part = (content: Content, name: string): Content => {
  const value = content[name]
  return isObject(value) ? value : {}
}

const list = (content: Content, name: string): readonly Content[] => {
  const value = content[name]
  return Array.isArray(value) ? value.filter(isObject) : []
}

function headLines(story: Content, paint: Paint): readonly string[] {
  const { id, amount, currency } = part(story, 'transaction')
  const { result, gatewayCode, operation, version, merchant, decidedBy, mode } = story
  const tint = result === 'SUCCESS' ? paint.green : result === 'FAILURE' ? paint.red : paint.yellow
  const order = part(story, 'order')
  const money = amount === undefined ? '' : ` of ${amount} ${currency}`
  const decider = deciders.get(decidedBy) ?? harmless(decidedBy)
  return [
    `${paint.bold(`Order ${harmless(order.id)}, transaction ${harmless(id)}`)} of ${harmless(merchant)}`,
    `${harmless(operation)}${harmless(money)} at version ${harmless(version)}`,
    `${tint(harmless(`${result} ${gatewayCode}`))}, decided by ${decider}`,
    order.status === undefined
      ? 'Nobody knows yet what became of the order.'
      : `The order is ${harmless(order.status)} now.`,
    ...(mode === 'TEST' ? ['It is a test: the acquirer is simulated, and no money moves.'] : []),
  ]
}

const deciders: ReadonlyMap<unknown, string> = new Map([
  ['ACQUIRER', 'the acquirer'],
  ['ISSUER', "the card's issuer"],
  ['PROVIDER', 'the payment provider'],
  ['PAYER', 'the payer'],
  ['GATEWAY', 'the gateway itself: nobody was asked'],
  ['RECOVERY', 'recovery, afterwards'],
  ['NOBODY_YET', 'nobody yet'],
])

const width = 80

function stepLines(story: Content, paint: Paint): readonly string[] {
  const steps = list(story, 'steps')
  const times = timeTexts(steps.map(({ time }) => String(time)))
  const texts = steps.map(stepText)
  const nameWidth = Math.max(...texts.map(({ name }) => name.length))
  return texts.flatMap(({ name, details }, index) => {
    const time = times[index] ?? ''
    const indent = time.length + nameWidth + 6
    const [first = '', ...more] = wrapped(details, width - indent)
    const head = `  ${paint.dim(time)}  ${name.padEnd(nameWidth)}  ${first}`.trimEnd()
    return [head, ...more.map(line => `${' '.repeat(indent)}${line}`)]
  })
}

function totalLines(story: Content, paint: Paint): readonly string[] {
  const { before, after } = part(story, 'totals')
  if (!isObject(before) || !isObject(after)) return []
  const row = (name: string, field: string) => [
    `  ${name}`,
    harmless(before[field] ?? '-'),
    harmless(after[field] ?? '-'),
  ]
  return table(
    ['', 'BEFORE', 'AFTER'],
    [
      row('status', 'status'),
      row('authorized', 'totalAuthorizedAmount'),
      row('captured', 'totalCapturedAmount'),
      row('refunded', 'totalRefundedAmount'),
    ],
    paint,
  )
}

const ruleLines = (story: Content): readonly string[] =>
  list(story, 'rules').map(({ rule, status, operation, verdict, sent }) => {
    if (rule === 'ORDER_STATUS')
      return harmless(`  the order was ${status}: ${operation} ${String(verdict).toLowerCase()}`)
    if (sent === false) return harmless(`  ${rule}: ${verdict}, without asking anybody`)
    return harmless(`  ${String(rule).toLowerCase()}: ${verdict}`)
  })

function valueLines(story: Content): readonly string[] {
  const { taken, cardOfTransaction, groupsOfOrder, defaults, derived } = part(story, 'values')
  const named = (value: unknown, why: string) =>
    isObject(value)
      ? Object.entries(value).map(([name, each]) => [harmless(name), `${valueText(each)}${why}`] as const)
      : []
  const rows = [
    ...named(taken, ''),
    ...(cardOfTransaction === undefined
      ? []
      : [['card', `of transaction ${harmless(cardOfTransaction)}`] as const]),
    ...(Array.isArray(groupsOfOrder) ? [['of the order', harmless(groupsOfOrder.join(', '))] as const] : []),
    ...named(defaults, ' (default)'),
    ...named(derived, ' (derived)'),
  ]
  return rows.length === 0 ? [] : pairs(rows)
}

const valueText = (value: unknown): string =>
  harmless(typeof value === 'string' ? value : JSON.stringify(value), 60)

const isSettled = (story: Content): boolean => part(story, 'owed').status === 'ACKNOWLEDGED'

function owedLines(story: Content): readonly string[] {
  const { obligation, status, attempts, lastAttemptTime } = part(story, 'owed')
  if (obligation === undefined) return []
  const last = lastAttemptTime === undefined ? '' : `, the last at ${lastAttemptTime}`
  return [
    harmless(
      `  ${String(obligation).toLowerCase()}: ${status}, ${counted(Number(attempts), 'attempt')}${last}`,
    ),
  ]
}
