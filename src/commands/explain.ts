// The command that explains a transaction: everything recorded about it, as a readable story.

import type { Command } from 'commander'
import type {
  ExplainedDecider,
  ExplainedRule,
  ExplainedStep,
  ExplainedStepName,
  Explanation,
  OrderStateRecord,
} from '../contract/explanation.ts'
import { type Content, isObject } from '../contract/kit/content.ts'
import { isRejection } from '../orders/rejection.ts'
import { UseRefusal } from '../platform/errors.ts'
import { addCommand } from './command.ts'
import type { CommandContext } from './context.ts'
import {
  authenticationLines,
  receivedWording,
  returnWording,
  sentWording,
} from './explainedAuthentication.ts'
import { recoveryText } from './explainedRecovery.ts'
import { countText, pairLines, printable, tableLines, tellable, tellableFields, wrapText } from './output.ts'
import { fieldLines, messageHeading } from './shownMessage.ts'
import type { TerminalPaint } from './terminal.ts'

export function addExplain(program: Command, context: CommandContext): void {
  addCommand(program, 'explain', {
    summary: 'tell the whole story of a transaction',
    details:
      'What was asked for, what came from where, who was asked and what they answered, what became of ' +
      'it, and whom it was told to. Card data stays masked. Straight from the database, also while no ' +
      'gateway runs.',
    examples: [
      ['tollgate explain order-1 1', "of the sandbox's merchant"],
      ['tollgate explain order-1 1 --merchant SHOP --json', 'the same as GET …/explain answers'],
    ],
  })
    .argument('<order>', "the order's id")
    .argument('<transaction>', "the transaction's id")
    .option('--merchant <merchant>', "whose; the sandbox's own unless given")
    .action(async (orderId: string, transactionId: string, { merchant }: { merchant?: string }) => {
      const merchantId = merchant ?? context.defaults.merchantId()
      if (merchantId === undefined) throw new UseRefusal('Say whose order it is with --merchant.')
      const records = await context.records()
      const explanation = await records.explain({ merchantId, orderId, transactionId })
      context.show(
        isRejection(explanation)
          ? explanation
          : { json: explanation, text: paint => explanationLines(explanation, paint) },
      )
    })
}

/** Without the day, where all steps happened on one day. */
function timeTexts(times: readonly string[]): readonly string[] {
  const isOneDay = new Set(times.map(time => time.slice(0, 10))).size <= 1
  return times.map(time => printable(isOneDay ? time.slice(11, 23) : time.slice(0, 23).replace('T', ' ')))
}

type StepText = {
  readonly name: string
  readonly details: string
  /** Shown below, each on a line of its own. */
  readonly more: readonly string[]
}

/** The text of each kind of step; a fact without a text of its own is shown by its name. */
function stepText({ step, time, messages, ...recorded }: ExplainedStep): StepText {
  const facts = tellableFields(recorded)
  const { text, used } = stepWordings[step]?.(facts) ?? { text: '', used: [] }
  const others = Object.entries(facts).filter(([name]) => !used.includes(name))
  const rest = others.map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return {
    name: step.toLowerCase().replaceAll('_', ' '),
    details: printable([text, ...rest].filter(each => each !== '').join(', '), 600),
    more: messageLines(tellable(messages)),
  }
}

/** The messages of an exchange, as the adapter redacted them: one field to a line. */
function messageLines(messages: unknown): readonly string[] {
  if (!Array.isArray(messages)) return []
  return messages.filter(isObject).flatMap(message => [messageHeading(message), ...fieldLines(message)])
}

const routeWording: StepWording = ({ link, because, others }) => {
  const refused = Array.isArray(others) ? others.filter(isObject) : []
  const why = refused.map(other => `, not ${other.link} (${other.why})`).join('')
  return { text: `${link ?? 'none'}: ${because}${why}`, used: ['link', 'because', 'others'] }
}

type StepWording = (facts: Content) => { readonly text: string; readonly used: readonly string[] }

const money = ({ amount, currency }: Content): string =>
  amount === undefined ? '' : ` ${amount} ${currency}`

const askWording: StepWording = facts => {
  const { verb, tookMs, answer, card, acquirerCode, acquirerMessage, authorizationCode, reason } = facts
  const why = answer === 'failed' && reason !== undefined ? `, ${reason}` : ''
  const reply = answer === 'unsent' ? unsentText(reason) : `${answer} after ${tookMs} ms${why}`
  const words = [acquirerCode, acquirerMessage].filter(Boolean).join(' ')
  const code = authorizationCode === undefined ? '' : `, code ${authorizationCode}`
  return {
    text:
      `${verb}${money(facts)}${card === undefined ? '' : ` on ${card}`}: ${reply}` +
      `${words === '' ? '' : ` (${words})`}${code}`,
    used: [
      ...['verb', 'tookMs', 'answer', 'card', 'acquirerCode', 'acquirerMessage', 'authorizationCode'],
      ...['amount', 'currency', 'reason'],
    ],
  }
}

const unsentText = (reason: unknown): string => `nothing was sent, ${reason}`

/** The later answer about an attempt; the counterparty may have answered with more than one word. */
const attemptWording: StepWording = facts => {
  const { verb, attempt, tookMs, answer } = facts
  const reply: Content = isObject(answer) ? answer : { outcome: answer }
  const words = [reply.acquirerCode, reply.acquirerMessage].filter(Boolean).join(' ')
  const took = tookMs === undefined ? '' : ` after ${tookMs} ms`
  const which = attempt === undefined ? '' : `, attempt ${attempt}`
  const outcome = reply.outcome === 'unsent' ? unsentText(reply.reason) : `${reply.outcome}${took}`
  return {
    text: `${verb ?? ''}${which}: ${outcome}${words === '' ? '' : ` (${words})`}`.replace(/^, /, ''),
    used: ['verb', 'attempt', 'tookMs', 'answer', 'repeat'],
  }
}

const outcomeWording: StepWording = ({ result, gatewayCode, orderStatus, by }) => ({
  text:
    `${result} ${gatewayCode}${orderStatus === undefined ? '' : `, order ${orderStatus}`}` +
    `${by === undefined ? '' : `, by ${by}`}`,
  used: ['result', 'gatewayCode', 'orderStatus', 'sequence', 'by'],
})

const stepWordings: { readonly [step in ExplainedStepName]?: StepWording } = {
  RECEIVED: ({ operation, version }) => ({
    text: `${operation} at version ${version}`,
    used: ['operation', 'version'],
  }),
  LINK_CHOSEN: facts => routeWording(facts),
  ACQUIRER_ASKED: askWording,
  ISSUER_ASKED: askWording,
  PROVIDER_ASKED: askWording,
  REVERSAL_ATTEMPTED: attemptWording,
  ADVICE_ATTEMPTED: attemptWording,
  INQUIRY_ATTEMPTED: attemptWording,
  LATE_ANSWER: attemptWording,
  MESSAGE_SENT: sentWording,
  MESSAGE_RECEIVED: receivedWording,
  BROWSER_RETURNED: returnWording,
  ANSWERED: outcomeWording,
  PAYER_WENT_ON: outcomeWording,
  SETTLED_BY_OPERATOR: outcomeWording,
  SETTLED_BY_RECOVERY: outcomeWording,
  REVIEWED: outcomeWording,
  SETTLED_BY_RESULT: outcomeWording,
  RECEIPT: facts => receiptWording(facts),
  NOTIFICATION_DUE: ({ sequence, state }) => ({
    text: `number ${sequence} of the order${state === undefined ? '' : `: ${states.get(state) ?? state}`}`,
    used: ['sequence', 'state', 'id', 'attempts'],
  }),
  NOTIFICATION_ATTEMPTED: ({ sequence, attempt, status, reason, tookMs, target }) => {
    const answer = [status, reason].filter(each => each !== undefined).join(' ')
    return {
      text: `number ${sequence}, attempt ${attempt}: ${answer} after ${tookMs} ms, to ${target}`,
      used: ['sequence', 'attempt', 'status', 'reason', 'tookMs', 'target', 'id'],
    }
  },
}

/** `sent, to a***@example.com, 1 attempt`. */
const receiptWording: StepWording = ({ state, attempts, to, reason, nextAttemptTime }) => ({
  text:
    `${states.get(state) ?? state}${to === undefined ? '' : `, to ${to}`}` +
    `, ${countText(Number(attempts), 'attempt')}` +
    `${nextAttemptTime === undefined ? '' : `, next at ${nextAttemptTime}`}` +
    `${reason === undefined ? '' : `: ${reason}`}`,
  used: ['state', 'attempts', 'to', 'reason', 'nextAttemptTime'],
})

const states: ReadonlyMap<unknown, string> = new Map([
  ['OFF', 'not sent, the merchant wants none'],
  ['NOWHERE', 'not sent, nobody said where to'],
  ['WAITING', 'waiting'],
  ['DELIVERED', 'delivered'],
  ['GONE', 'the receiver wants no more'],
  ['DEAD', 'given up'],
  ['SENT', 'sent'],
  ['REFUSED', 'the mail server refused it'],
])

/** The explanation, in sections: what it was, what happened, and why. */
export function explanationLines(explanation: Explanation, paint: TerminalPaint): readonly string[] {
  return [
    ...headLines(explanation, paint),
    '',
    paint.bold('What happened (UTC)'),
    ...stepLines(explanation, paint),
    ...section('How the payer was authenticated', authenticationLines(explanation.authentication), paint),
    ...section('What the order came to', totalLines(explanation, paint), paint),
    ...section('Why it was allowed, and judged', ruleLines(explanation), paint),
    ...section('What the request did not bring itself', valueLines(explanation), paint),
    ...section(isSettled(explanation) ? 'What was owed' : 'What is owed', owedLines(explanation), paint),
  ]
}

function section(title: string, lines: readonly string[], paint: TerminalPaint): readonly string[] {
  return lines.length === 0 ? [] : ['', paint.bold(title), ...lines]
}

function headLines(explanation: Explanation, paint: TerminalPaint): readonly string[] {
  const { id, amount, currency } = explanation.transaction
  const { order, result, gatewayCode, operation, version, merchant, decidedBy, mode } = explanation
  const tint = result === 'SUCCESS' ? paint.green : result === 'FAILURE' ? paint.red : paint.yellow
  const money = amount === undefined ? '' : ` of ${amount} ${currency}`
  const wasAsked = explanation.steps.some(
    ({ step, answer }) => step.endsWith('_ASKED') && answer !== 'unsent',
  )
  const alone = decidedBy === 'GATEWAY' && !wasAsked ? ': nobody was asked' : ''
  const decider = `${deciders[decidedBy] ?? printable(decidedBy)}${alone}`
  return [
    `${paint.bold(`Order ${printable(order.id)}, transaction ${printable(id)}`)} of ${printable(merchant)}`,
    `${printable(operation)}${printable(money)} at version ${printable(version)}`,
    `${tint(printable(`${result} ${gatewayCode}`))}, decided by ${decider}`,
    ...recoveryLines(explanation),
    ...fundsLines(explanation),
    order.status === undefined
      ? 'The outcome of the order is not known yet.'
      : `The order is ${printable(order.status)} now.`,
    ...(mode === 'TEST' ? ['It is a test: no money moves.'] : []),
  ]
}

function recoveryLines(explanation: Explanation): readonly string[] {
  const text = explanation.decidedBy === 'RECOVERY' ? recoveryText(explanation) : undefined
  return text === undefined ? [] : wrapText(printable(text, 600), width)
}

/** What is special about the card that was paid with. */
function fundsLines({ request }: Explanation): readonly string[] {
  const { walletProvider } = request.order ?? {}
  const { storedOnFile } = request.sourceOfFunds?.provided?.card ?? {}
  return [
    ...(walletProvider === undefined ? [] : [`The payer used a wallet: ${printable(walletProvider)}.`]),
    ...(storedOnFile === 'TO_BE_STORED' ? ['The payer agreed that the card is kept on file.'] : []),
    ...(storedOnFile === 'STORED' ? ['The card was on file already, as the payer had agreed.'] : []),
  ]
}

const deciders: Readonly<Record<ExplainedDecider, string>> = {
  ACQUIRER: 'the acquirer',
  ISSUER: "the card's issuer",
  PROVIDER: 'the payment provider',
  PAYER: 'the payer',
  GATEWAY: 'the gateway itself',
  OPERATOR: 'the operator, with the acquirer',
  RECOVERY: 'recovery',
  NOBODY_YET: 'nobody yet',
}

const width = 80

function stepLines({ steps }: Explanation, paint: TerminalPaint): readonly string[] {
  const times = timeTexts(steps.map(({ time }) => time))
  const texts = steps.map(stepText)
  const nameWidth = Math.max(...texts.map(({ name }) => name.length))
  return texts.flatMap(({ name, details, more: below }, index) => {
    const time = times[index] ?? ''
    const indent = time.length + nameWidth + 6
    const [first = '', ...more] = wrapText(details, width - indent)
    const head = `  ${paint.dim(time)}  ${name.padEnd(nameWidth)}  ${first}`.trimEnd()
    const wrapped = more.map(line => `${' '.repeat(indent)}${line}`)
    return [head, ...wrapped, ...below.map(line => `      ${line}`)]
  })
}

function totalLines({ totals: { before, after } }: Explanation, paint: TerminalPaint): readonly string[] {
  if (!after) return []
  const row = (name: string, field: keyof OrderStateRecord) => [
    `  ${name}`,
    printable(before[field] ?? '-'),
    printable(after[field] ?? '-'),
  ]
  return tableLines(
    ['', 'BEFORE', 'AFTER'],
    [
      row('status', 'status'),
      row('authorized', 'totalAuthorizedAmount'),
      row('captured', 'totalCapturedAmount'),
      row('refunded', 'totalRefundedAmount'),
      ...(after.chargebackAmount === undefined ? [] : [row('charged back', 'chargebackAmount')]),
    ],
    paint,
  )
}

const ruleLines = ({ rules }: Explanation): readonly string[] =>
  rules.map(({ rule, status, operation, verdict, sent, ...risk }) => {
    if (rule === 'ORDER_STATUS')
      return printable(`  the order was ${status}: ${operation} ${verdict.toLowerCase()}`)
    if (sent === false) return printable(`  ${rule}: ${verdict}, without asking anybody`)
    if (risk.owner !== undefined) return printable(`  ${riskRuleText(rule, verdict, risk)}`, 400)
    return printable(`  ${rule.toLowerCase()}: ${verdict}`)
  })

type RiskRuleFacts = Pick<ExplainedRule, 'name' | 'recommendation' | 'saw' | 'shadow' | 'stage'>

function riskRuleText(rule: string, verdict: string, { name, stage, ...risk }: RiskRuleFacts): string {
  const shadow = risk.shadow ? ', in shadow' : ''
  const saw = risk.saw === undefined ? '' : `; ${risk.saw}`
  const stands = verdict.toLowerCase().replaceAll('_', ' ')
  return `risk rule ${rule} (${name}), ${stage}${shadow}: ${stands}, ${risk.recommendation}${saw}`
}

function valueLines({ values }: Explanation): readonly string[] {
  const { taken = {}, cardOfTransaction, groupsOfOrder, defaults, derived } = values
  const named = (value: Content, why: string) =>
    Object.entries(value).map(([name, each]) => [printable(name), `${valueText(each)}${why}`] as const)
  const rows = [
    ...named(taken, ''),
    ...(cardOfTransaction === undefined
      ? []
      : [['card', `of transaction ${printable(cardOfTransaction)}`] as const]),
    ...(groupsOfOrder ? [['of the order', printable(groupsOfOrder.join(', '))] as const] : []),
    ...named(defaults, ' (default)'),
    ...named(derived, ' (derived)'),
  ]
  return rows.length === 0 ? [] : pairLines(rows)
}

const valueText = (value: unknown): string =>
  printable(typeof value === 'string' ? value : JSON.stringify(value), 60)

const isSettled = ({ owed }: Explanation): boolean => owed?.status === 'ACKNOWLEDGED'

function owedLines({ owed }: Explanation): readonly string[] {
  if (!owed) return []
  const { obligation, status, attempts, lastAttemptTime } = owed
  const last = lastAttemptTime === undefined ? '' : `, the last at ${lastAttemptTime}`
  return [printable(`  ${obligation.toLowerCase()}: ${status}, ${countText(attempts, 'attempt')}${last}`)]
}
