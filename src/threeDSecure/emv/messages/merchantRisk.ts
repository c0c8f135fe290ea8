// `merchantRiskIndicator`: how the goods reach the payer, and what kind of goods they are.

import { codes, currencyNumber, digits, email, listOf, moment } from './form.ts'
import { objectOf, row } from './row.ts'

export const merchantRisk = objectOf({
  shipIndicator: row('OOO', codes('01 02 03 04 05 06 07', { '2.3.1': '08 09', ofSchemes: true })),
  deliveryTimeframe: row('OOO', codes('01 02 03 04')),
  deliveryEmailAddress: row('OOO', email),
  reorderItemsInd: row('OOO', codes('01 02')),
  preOrderPurchaseInd: row('OOO', codes('01 02')),
  preOrderDate: row('OOO', moment(8)),
  giftCardAmount: row('OOO', digits(1, 15)),
  giftCardCurr: row('OOO', currencyNumber),
  giftCardCount: row('OOO', digits(2)),
  transChar: row('--O', listOf(codes('01 02', { ofSchemes: true }), 1, 2)),
})
