// One difference between the gateway and a host's clearing file, as a sentence for people.

import type { LinkDifference } from '../acquirers/reconciliation/differences.ts'
import { movementKindOf } from '../acquirers/reconciliation/movements.ts'
import { toDecimal } from '../orders/money.ts'
import { printable } from './output.ts'

/** What differs, with its order and transaction, or with the line of the file. */
export function differenceSentence({ type, gateway, file }: LinkDifference, date: string): string {
  const who = gateway && transactionText(gateway)
  const ours = `${who}, ${moneyText(gateway)},`
  const line = file && `line ${file.line} of the file`
  switch (type) {
    case 'MISSING_AT_HOST':
      return `${ours} was approved by the host, and its file does not have it.`
    case 'MISSING_AT_GATEWAY':
      return `In ${line} there is a ${lineText(file)}, and the gateway knows of no such transaction.`
    case 'OTHER_AMOUNT':
    case 'OTHER_CURRENCY':
      return `${who} is ${moneyText(gateway)} at the gateway and ${moneyText(file)} in ${line}.`
    case 'OTHER_TYPE':
      return `${ours} is a ${ownKindText(gateway)} at the gateway and a ${kindText(file?.kind)} in ${line}.`
    case 'OTHER_DATE':
      if (gateway?.state === 'failed')
        return `${ours} failed at the gateway; ${line} reverses what stands in an earlier one.`
      return `${ours} counts on ${gateway?.date} at the gateway and on ${file?.date ?? date} in ${line}.`
    case 'TWICE_AT_HOST':
      return `In ${line} there is once more a ${lineText(file)} that stands in it already.`
    case 'REVERSED_AT_HOST_ONLY':
      return who
        ? `${ours} failed, so that its original stands at the gateway; ${line} has it reversed.`
        : `In ${line} there is a ${lineText(file)}; at the gateway nothing of it was reversed.`
    case 'NOT_REVERSED_AT_HOST':
      return line
        ? `${ours} failed at the gateway and still stands in ${line}.`
        : `${ours} was approved by the host; its file has what this undoes, and not this.`
    case 'STILL_OPEN':
      return `${ours} ${openText(gateway)}${line ? `; ${line} has it` : ''}.`
  }
}

type GatewaySide = NonNullable<LinkDifference['gateway']>
type FileSide = NonNullable<LinkDifference['file']>

const transactionText = ({ type, transactionId, orderId, merchantId }: GatewaySide): string =>
  `${type} ${printable(transactionId)} of order ${printable(orderId)} (${printable(merchantId)})`

const moneyText = (side: GatewaySide | FileSide | undefined): string =>
  side === undefined ? '' : `${toDecimal(side.amount, side.currency)} ${side.currency}`

const lineText = (line: FileSide | undefined): string => `${kindText(line?.kind)} of ${moneyText(line)}`

const kindText = (kind: FileSide['kind'] | undefined): string => (kind === undefined ? '' : kindTexts[kind])
const ownKindText = (side: GatewaySide | undefined): string => kindText(side && movementKindOf(side.type))
const kindTexts: { readonly [kind in FileSide['kind']]: string } = {
  ...{ debit: 'debit', debitReversed: 'reversed debit', credit: 'credit' },
  creditReversed: 'reversed credit',
}

function openText(side: GatewaySide | undefined): string {
  const owed = side?.owed
  if (owed === undefined) return 'has no outcome yet'
  return owed === 'inquiry'
    ? 'is still to be inquired about'
    : `still needs its ${printable(owed)} to be heard`
}
