// The command that writes an order to a file, masked and signed.

import type { Command } from 'commander'
import { isRejection } from '../orders/rejection.ts'
import { errorCode, StartRefusal, UseRefusal } from '../platform/errors.ts'
import { replaceFile } from '../platform/files.ts'
import { makeTape } from '../tape/makeTape.ts'
import type { OrderTape } from '../tape/tape.ts'
import { addCommand } from './command.ts'
import type { CommandContext, OperatorRecords } from './context.ts'
import { type CommandResult, countText, pairLines, printable, refusalText, wrapText } from './output.ts'

export function addTape(program: Command, context: CommandContext): void {
  addCommand(program, 'tape', {
    summary: 'write an order to a file that others can replay: masked and signed',
    details:
      'Each request as it is recorded, the answers of the acquirer in their order, decisions, times and ' +
      'what became of it. Card numbers are masked; security codes, secrets and what the contract calls ' +
      "data of the payer are not in it. npx tollgate replay makes the calls again on anybody's machine. " +
      'Straight from the database, also of production, and only reading.',
    examples: [
      ['tollgate tape order-1 --out order-1.tape.json', "of the sandbox's merchant"],
      ['tollgate tape order-1 --merchant SHOP', 'of SHOP, on standard output'],
    ],
  })
    .argument('<order>', "the order's id")
    .option('--merchant <merchant>', "whose; the sandbox's own unless given")
    .option('--out <file>', 'where to write it, in place of standard output')
    .action(async (orderId: string, { merchant, out }: TapeOptions) => {
      const merchantId = merchant ?? context.defaults.merchantId()
      if (merchantId === undefined) throw new UseRefusal('Say whose order it is with --merchant.')
      const records = await context.records()
      const tape = await tapeOf(records, { merchantId, orderId, context })
      const text = records.tapes.write(tape)
      context.show(
        out === undefined
          ? { json: JSON.parse(text), text: () => text.trimEnd().split('\n') }
          : await writtenTo(out, text, { tape, signer: records.tapes.signer }),
      )
    })
}

type TapeOptions = { readonly merchant?: string; readonly out?: string }

async function tapeOf(
  records: OperatorRecords,
  { merchantId, orderId, context }: WantedTape,
): Promise<OrderTape> {
  const merchant = await records.administration.merchants.show(merchantId)
  if (isRejection(merchant)) throw new StartRefusal(refusalText(merchant))
  const explained = await records.explainOrder({ merchantId, orderId })
  if (isRejection(explained)) throw new StartRefusal(refusalText(explained))
  return makeTape({
    ...{ owner: merchant, profile: merchant.profile, orderId, explained },
    ...{ requestLog: records.requestLog, isTest: records.isTest, patienceMs: records.acquirerPatienceMs },
    ...{ product: `tollgate ${context.release()}`.trim(), now: context.clock.now },
  })
}

type WantedTape = { readonly merchantId: string; readonly orderId: string; readonly context: CommandContext }

async function writtenTo(
  path: string,
  text: string,
  { tape, signer }: { readonly tape: OrderTape; readonly signer: string },
): Promise<CommandResult> {
  await replaceFile(path, text).catch(error => {
    throw new StartRefusal(`${path} cannot be written (${errorCode(error)}).`)
  })
  const { merchant, order, masked, missing, calls } = tape
  const [first = '', ...more] = wrapText(masked.join(', '), 66)
  return {
    json: { file: path, signer, calls: calls.length, masked, missing },
    text: paint => [
      `${paint.green('Written:')} ${countText(calls.length, 'call')} of order ${printable(order.id)} of ` +
        printable(merchant),
      ...pairLines([
        ['file', printable(path)],
        ['signed by', signer],
        ['taken out', masked.length === 0 ? 'nothing: no request had data of the payer' : first],
        ...more.map(line => ['', line] as const),
      ]),
      ...missing.map(sentence => paint.yellow(`  ${sentence}`)),
      '',
      `To make the same calls again, anywhere: npx tollgate replay ${printable(path)}`,
    ],
  }
}
