// The commands of payers who want to be erased: what that would change, and doing it.

import type { Command } from 'commander'
import type { ErasedPart, FoundPayer, NamedPayer } from '../administration/payers.ts'
import type { PayerOrder } from '../administration/port.ts'
import { toDecimal } from '../orders/money.ts'
import { isRejection, type Rejection } from '../orders/rejection.ts'
import { StartRefusal, UseRefusal } from '../platform/errors.ts'
import { addCommand, addGroup, type OperatorOption, withOperatorOption } from './command.ts'
import type { CommandContext, OperatorRecords } from './context.ts'
import { type CommandResult, countText, isoTime, printable, tableLines, timeText } from './output.ts'

export function addPayers(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'payers', {
    summary: 'erase the personal data of a payer who asks for it',
    details: 'Amounts, states, masked cards and what acquirers said stay. See docs/operations.md.',
    examples: [
      ['tollgate payers find SHOP --email ada@example.com', 'what an erasure would change'],
      ['tollgate payers erase SHOP --email ada@example.com', 'asks first'],
    ],
  })
  addFind(group, context)
  addErase(group, context)
}

type GivenPayer = { readonly email?: string; readonly order?: string; readonly payer?: string }

const withPayer = (command: Command): Command =>
  command
    .argument('<merchant>', 'whose payer')
    .option('--email <address>', 'the orders whose newest e-mail address it is')
    .option('--order <id>', 'or one order')
    .option(
      '--payer <reference>',
      'or the saved cards of this payer, and the orders that they were saved with',
    )

const payerOf = ({ email, order, payer }: GivenPayer): NamedPayer => ({
  ...{ email, orderId: order, reference: payer },
})

function addFind(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'find', {
    summary: 'show what an erasure would change, and what is in the way',
    examples: [['tollgate payers find SHOP --email ada@example.com', 'nothing is changed']],
  })
  withPayer(command)
    .option('--after <place>', 'begin behind this one')
    .action(async (merchantId: string, { after, ...given }: GivenPayer & { after?: string }) => {
      const { administration } = await context.records()
      const found = await administration.payers.find(merchantId, payerOf(given), { after, limit: pageSize })
      context.show(isRejection(found) ? found : foundResult(found))
    })
}

const pageSize = 200

function foundResult({ orders, next, traces }: FoundPayer): CommandResult {
  return {
    json: { orders: orders.map(orderJson), ...(next !== undefined && { next }), ...(traces && { traces }) },
    text: paint =>
      orders.length === 0
        ? ['No order has this payer. What was paid a moment ago is found in a moment.']
        : [
            ...tableLines(
              ['ORDER', 'CREATED (UTC)', 'STATUS', 'AMOUNT', 'ERASURE'],
              orders.map(order => [
                ...[printable(order.orderId), timeText(order.createdAtMs), order.status],
                ...[`${toDecimal(order.amount, order.currency)} ${order.currency}`, stateText(order)],
              ]),
              paint,
            ),
            ...(next === undefined ? [] : ['', `There are more: --after ${next}`]),
          ],
  }
}

const orderJson = ({ createdAtMs, amount, currency, erasure, ...order }: PayerOrder) => ({
  ...{ ...order, created: isoTime(createdAtMs), amount: toDecimal(amount, currency), currency },
  ...(erasure && { erased: { at: isoTime(erasure.atMs), by: erasure.by } }),
})

const obstacleTexts = {
  RUNNING: 'not now: a transaction runs',
  OWED: 'not now: something is owed to an acquirer',
  UNTOLD: 'not now: it changed a moment ago',
} as const

function stateText({ obstacle, erasure }: PayerOrder): string {
  if (obstacle) return obstacleTexts[obstacle]
  return erasure ? `erased ${timeText(erasure.atMs)}` : 'can be erased'
}

function addErase(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'erase', {
    summary: 'erase the personal data of a payer, for good',
    details: 'Orders at work are left, and told: do it again for those.',
    examples: [
      ['tollgate payers erase SHOP --email ada@example.com', 'asks first'],
      ['tollgate payers erase SHOP --payer customer-17', 'by your reference, with all saved cards'],
      ['tollgate payers erase SHOP --order order-1 --yes', 'does not ask; for scripts'],
    ],
  })
  withPayer(command).option('--yes', 'do not ask')
  withOperatorOption(command).action(async (merchantId: string, wanted: GivenErasure) => {
    const { yes = false, as, ...given } = wanted
    const { administration } = await context.records({ as })
    if (!yes) await confirmErasure(context)
    context.show(await eraseAll(context, administration, { merchantId, payer: payerOf(given) }))
  })
}

type GivenErasure = GivenPayer & OperatorOption & { readonly yes?: boolean }

async function confirmErasure(context: CommandContext): Promise<void> {
  const isWanted = await context.ask('Erase the personal data of this payer for good?')
  if (isWanted === undefined) throw new UseRefusal('Nobody is here to be asked: say --yes to erase it.')
  if (!isWanted) throw new StartRefusal('Nothing was done.')
}

type WantedErasure = { readonly merchantId: string; readonly payer: NamedPayer }

/** Part after part, until there is no next one. */
function eraseAll(
  context: CommandContext,
  { payers }: OperatorRecords['administration'],
  { merchantId, payer }: WantedErasure,
): Promise<CommandResult | Rejection> {
  return context.withProgress(async progress => {
    let sum: ErasedPart = { erased: [], left: [], cards: 0, calls: 0, filters: 0 }
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const part = await payers.erase(merchantId, payer, after)
      if (isRejection(part)) return part
      sum = {
        ...{ erased: [...sum.erased, ...part.erased], left: [...sum.left, ...part.left] },
        cards: sum.cards + part.cards,
        ...{ calls: sum.calls + part.calls, filters: sum.filters + part.filters },
      }
      progress.report('Erasing orders', sum.erased.length)
      after = part.next
    }
    return erasedResult(sum)
  })
}

const erasedResult = ({ erased, left, cards, calls, filters }: ErasedPart): CommandResult => ({
  json: { erased, left, cards, calls, filters },
  text: paint => [
    `${paint.green('Erased')} the personal data of ${countText(erased.length, 'order')}.`,
    ...(cards > 0 ? [`Removed ${countText(cards, 'saved card')}.`] : []),
    ...(calls > 0 ? [`Took the bodies out of ${calls} of the request log.`] : []),
    ...left.map(({ orderId, why }) => `Left ${printable(orderId)}: ${obstacleTexts[why]}.`),
  ],
})
