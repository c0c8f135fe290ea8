// `acctInfo`: what the merchant knows of the payer's account with it.

import { codes, digits, moment, text } from './form.ts'
import { objectOf, row } from './row.ts'

export const accountInfo = objectOf({
  chAccAgeInd: row('OOO', codes('01 02 03 04 05')),
  chAccChange: row('OOO', moment(8)),
  chAccChangeInd: row('OOO', codes('01 02 03 04')),
  chAccDate: row('OOO', moment(8)),
  chAccPwChange: row('OOO', moment(8)),
  chAccPwChangeInd: row('OOO', codes('01 02 03 04 05')),
  chAccReqID: row('--O', text(1, 64)),
  nbPurchaseAccount: row('OOO', digits(1, 4)),
  provisionAttemptsDay: row('OOO', digits(1, 3)),
  txnActivityDay: row('OOO', digits(1, 3)),
  txnActivityYear: row('OOO', digits(1, 3)),
  paymentAccAge: row('OOO', moment(8)),
  paymentAccInd: row('OOO', codes('01 02 03 04 05')),
  shipAddressUsage: row('OOO', moment(8)),
  shipAddressUsageInd: row('OOO', codes('01 02 03 04')),
  shipNameIndicator: row('OOO', codes('01 02')),
  suspiciousAccActivity: row('OOO', codes('01 02')),
})
