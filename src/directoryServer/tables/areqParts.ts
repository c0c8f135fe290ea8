// Objects within an authentication request.

import { codes, currency, digits, exactly, instant, mail, text, uuid, words } from './forms.ts'
import { group } from './messageTable.ts'

export const phone = group([
  ['cc', digits(1, 3), 'RRR'],
  ['subscriber', digits(1, 15), 'RRR'],
])

export const accountInfo = group([
  ['chAccAgeInd', codes('01 02 03 04 05'), 'OOO'],
  ['chAccChange', instant(8), 'OOO'],
  ['chAccChangeInd', codes('01 02 03 04'), 'OOO'],
  ['chAccDate', instant(8), 'OOO'],
  ['chAccPwChange', instant(8), 'OOO'],
  ['chAccPwChangeInd', codes('01 02 03 04 05'), 'OOO'],
  ['chAccReqID', text(1, 64), '--O'],
  ['nbPurchaseAccount', digits(1, 4), 'OOO'],
  ['paymentAccAge', instant(8), 'OOO'],
  ['paymentAccInd', codes('01 02 03 04 05'), 'OOO'],
  ['provisionAttemptsDay', digits(1, 3), 'OOO'],
  ['shipAddressUsage', instant(8), 'OOO'],
  ['shipAddressUsageInd', codes('01 02 03 04'), 'OOO'],
  ['shipNameIndicator', codes('01 02'), 'OOO'],
  ['suspiciousAccActivity', codes('01 02'), 'OOO'],
  ['txnActivityDay', digits(1, 3), 'OOO'],
  ['txnActivityYear', digits(1, 3), 'OOO'],
])

const riskRows = (shipping: string) =>
  group([
    ['deliveryEmailAddress', mail, 'OOO'],
    ['deliveryTimeframe', codes('01 02 03 04'), 'OOO'],
    ['giftCardAmount', digits(1, 15), 'OOO'],
    ['giftCardCount', digits(2), 'OOO'],
    ['giftCardCurr', currency, 'OOO'],
    ['preOrderDate', instant(8), 'OOO'],
    ['preOrderPurchaseInd', codes('01 02'), 'OOO'],
    ['reorderItemsInd', codes('01 02'), 'OOO'],
    ['shipIndicator', codes(shipping), 'OOO'],
  ])
export const merchantRisk = {
  earlier: riskRows('01 02 03 04 05 06 07'),
  since231: riskRows('01 02 03 04 05 06 07 08 09'),
} as const

export const requestorAuthentication = group([
  ['threeDSReqAuthMethod', codes('01 02 03 04 05 06 07 08 09 10'), 'OOO'],
  ['threeDSReqAuthTimestamp', instant(12), 'OOO'],
  ['threeDSReqAuthData', text(1, 50_000), 'OOO'],
])

export const priorAuthentication = group([
  ['threeDSReqPriorRef', uuid, 'OOO'],
  ['threeDSReqPriorAuthMethod', codes('01 02 03 04 05'), 'OOO'],
  ['threeDSReqPriorAuthTimestamp', instant(12), 'OOO'],
  ['threeDSReqPriorAuthData', text(1, 2_048), 'OOO'],
  ['threeDSReqPriorDsTransId', uuid, '--O'],
])

export const recurrence = group([
  ['amountInd', codes('01 02'), '--R'],
  ['frequencyInd', codes('01 02'), '--R'],
])

export const tokenIndicator = exactly(true)
export const trustStatus = words('Y N')
