// The command that makes the calls of a tape again, and says where something else comes of them.

import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { addCommand } from '../../commands/command.ts'
import type { CommandContext, ThrowawaySandbox } from '../../commands/context.ts'
import { type CommandResult, countText, printable, wrapText } from '../../commands/output.ts'
import type { TerminalPaint } from '../../commands/terminal.ts'
import { errorCode, StartRefusal } from '../../platform/errors.ts'
import type { OrderTape, TapedAnswer } from '../../tape/tape.ts'
import { asksOf, type TapedAsk } from '../../tape/tapedAsks.ts'
import { readTape } from '../../tape/tapeFile.ts'
import { type JudgedCall, replayTape } from './replayTape.ts'

export function addReplay(program: Command, context: CommandContext): void {
  addCommand(program, 'replay', {
    summary: 'make the calls of a tape again on a sandbox of their own, and compare',
    details:
      'Starts a sandbox for itself, with a database in a temporary folder, its clock at the time of the ' +
      'tape and an acquirer that answers as it did there, time-outs and late answers included; sends the ' +
      'same requests at the same versions under the same ids, with a stand-in for the card; and compares ' +
      'each answer. What cannot be made again is said call by call. Exit code 0 if all is the same, 2 if ' +
      'something differs, 1 if it was refused, as a file is that was changed after it was signed.',
    examples: [
      ['tollgate replay order-1.tape.json', 'is it the same here?'],
      ['tollgate replay order-1.tape.json --keep', 'and leaves the sandbox running, to look at it'],
      ['tollgate replay order-1.tape.json --verify', 'only says who signed it'],
    ],
  })
    .argument('<file>', 'a tape, as npx tollgate tape wrote it')
    .option('--verify', 'only verify the signature')
    .option('--signer <signer>', 'refuse a tape that somebody else signed; npx tollgate tape says who does')
    .option('--changed', 'replay it although it was changed after it was signed')
    .option('--keep', 'leave the sandbox running until Ctrl-C')
    .action((file: string, options: ReplayOptions) => replay(context, file, options))
}

type ReplayOptions = {
  readonly verify?: boolean
  readonly signer?: string
  readonly changed?: boolean
  readonly keep?: boolean
}

async function replay(context: CommandContext, file: string, options: ReplayOptions): Promise<void> {
  const { tape, signed } = await verifiedTape(file, options)
  if (options.verify) return context.show(verifiedResult(file, tape, signed))
  const sandbox = await context.withProgress(progress => {
    progress.report('Starting a sandbox', 0)
    return context.throwawaySandbox({ patienceMs: tape.patienceMs })
  })
  const { connection, credentials } = sandbox
  const replayed = await context.withProgress(progress =>
    replayTape(tape, {
      ...{ connection, credentials, clock: context.clock, patienceMs: awaitMs },
      report: (done, of) => progress.report('Replaying', done, of),
    }),
  )
  if (replayed.every(({ answer }) => answer === undefined))
    throw new StartRefusal(`Nothing in ${printable(file)} can be made again. ${reasonsOf(replayed)}`)
  context.show(resultOf(tape, { signed, replayed, sandbox: options.keep ? sandbox : undefined }))
  if (options.keep && !context.halt.aborted)
    await new Promise<void>(resolve => context.halt.addEventListener('abort', () => resolve()))
}

/** How much longer than in the tape a reversal or a late answer may take here. */
const awaitMs = 15_000

const fileMax = 16 * 1024 * 1024

async function verifiedTape(file: string, { signer, verify = false, changed = false }: ReplayOptions) {
  const text = await readFile(file, 'utf8').catch(error => {
    throw new StartRefusal(`${printable(file)} cannot be read (${errorCode(error)}).`)
  })
  if (text.length > fileMax) throw new StartRefusal(`${printable(file)} is too long for a tape.`)
  const read = readTape(text)
  if (read.state === 'intact') {
    if (signer !== undefined && signer !== read.signer)
      throw new StartRefusal(`${printable(file)} was signed by ${read.signer}, not by ${printable(signer)}.`)
    return { tape: read.tape, signed: `signed by ${read.signer}` }
  }
  const places = printable(read.places.join('; '), 400)
  if (!read.tape) throw new StartRefusal(`${printable(file)} is no tape. Changed at: ${places}.`)
  if (!changed || verify || signer !== undefined)
    throw new StartRefusal(
      `${printable(file)} is not what was signed. Changed at: ${places}. Ask for it again, or say ` +
        '--changed to replay it all the same.',
    )
  return { tape: read.tape, signed: `changed after it was signed, at: ${places}` }
}

const verifiedResult = (file: string, { merchant, order }: OrderTape, signed: string): CommandResult => ({
  json: { file, merchant, order, signed },
  text: paint => [
    `${paint.green('Intact:')} order ${printable(order.id)} of ${printable(merchant)}, ${signed}`,
  ],
})

const reasonsOf = (replayed: readonly JudgedCall[]): string =>
  [...new Set(replayed.flatMap(({ cannot }) => cannot ?? []))].join(' ')

type Replay = {
  readonly signed: string
  readonly replayed: readonly JudgedCall[]
  /** Where it runs on. */
  readonly sandbox: ThrowawaySandbox | undefined
}

function resultOf(tape: OrderTape, { signed, replayed, sandbox }: Replay): CommandResult {
  const made = replayed.filter(({ answer }) => answer !== undefined)
  const same = made.filter(({ differences }) => differences.length === 0)
  const left = replayed.length - made.length
  const isSame = same.length === made.length
  return {
    json: {
      ...{ merchant: tape.merchant, order: tape.order.id, signed, isSame },
      ...{ calls: replayed.length, made: made.length, same: same.length },
      ...(sandbox && { console: sandbox.consoleAddress }),
      replayed: replayed.map(({ call, answer, cannot, notes, differences }) => ({
        ...{ at: call.at, transactionId: call.transactionId, operation: call.operation, kind: call.kind },
        ...{ version: call.version, tape: call.answer, here: answer, cannot, notes, differences },
      })),
    },
    text: paint => [
      ...headLines(tape, signed, paint),
      '',
      ...replayed.flatMap(each => callLines(each, paint)),
      '',
      (isSame ? paint.green : paint.red)(
        `reproduced: ${same.length} of ${countText(made.length, 'answer')} the same`,
      ) + (left === 0 ? '' : paint.yellow(`, ${countText(left, 'call')} not made again`)),
      ...(sandbox ? keptLines(tape, sandbox, paint) : []),
    ],
    isDifferent: !isSame,
  }
}

function headLines(tape: OrderTape, signed: string, paint: TerminalPaint): readonly string[] {
  const { order, merchant, mode, madeAt, product, missing } = tape
  const whose = `of ${printable(merchant)}${mode === 'TEST' ? ', a test' : ''}`
  const made = `taped ${printable(madeAt)} by ${printable(product)}`
  return [
    `${paint.bold(`Order ${printable(order.id)}`)} ${whose}; ${made}`,
    ...wrapText(signed, 100),
    ...missing.map(sentence => paint.yellow(printable(sentence))),
  ]
}

function callLines({ call, answer, cannot, notes, differences }: JudgedCall, paint: TerminalPaint) {
  const time = paint.dim(printable(call.at.slice(0, 23).replace('T', ' ')))
  const kind = call.kind === 'recorded' ? '' : ` (${call.kind})`
  const name = `${call.transactionId}  ${call.operation || 'unknown'}${kind} at version ${call.version}`
  const mark = !answer
    ? paint.yellow('not made again')
    : differences.length === 0
      ? paint.green('same')
      : paint.red('differs')
  const asked = asksOf(call).map(askText)
  const more = [
    ...(asked.length === 0 ? [] : [`asked of the acquirer: ${asked.join('; ')}`]),
    ...(cannot === undefined ? [] : [cannot]),
    ...differences.map(({ field, tape, here }) => `${field}: ${tape} → ${here}`),
    ...notes,
  ]
  return [
    `  ${time}  ${paint.bold(printable(name))}: ${mark}`,
    `      ${printable(answerText(call.answer))}`,
    ...more.flatMap(text => wrapText(printable(text, 400), 88).map(line => `      ${line}`)),
  ]
}

const answerText = ({ status, result, gatewayCode, orderStatus, cause, field }: TapedAnswer): string =>
  [
    [status, result, gatewayCode, cause, field].filter(each => each !== undefined).join(' '),
    ...(orderStatus === undefined ? [] : [`order ${orderStatus}`]),
  ].join(', ')

const askText = ({ verb, outcome, reason, tookMs, late }: TapedAsk): string =>
  `${verb} ${outcome}${outcome === 'unsent' ? ` (${reason})` : ` after ${tookMs} ms`}` +
  (late ? `, and an answer after ${late.afterMs} ms` : '')

function keptLines(
  { order }: OrderTape,
  { connection, credentials, consoleAddress }: ThrowawaySandbox,
  paint: TerminalPaint,
): readonly string[] {
  const page = `/console/m/${credentials.merchantId}/order/${encodeURIComponent(order.id)}`
  return [
    '',
    paint.bold('The sandbox runs on, until Ctrl-C'),
    `  Console  ${consoleAddress} (signs you in, once)`,
    `  Order    ${connection.address}${page}`,
  ]
}
