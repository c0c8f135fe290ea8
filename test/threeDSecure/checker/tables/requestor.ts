import * as form from '../forms.ts'
import { row } from '../rows.ts'

const { codes, digits, moment, object, text } = form

/** What the merchant knows of the payer's account with it. */
export const accountInfo = object(
  row('chAccAgeInd', 'OOO', codes('01-05')),
  row('chAccChange', 'OOO', moment(8)),
  row('chAccChangeInd', 'OOO', codes('01-04')),
  row('chAccDate', 'OOO', moment(8)),
  row('chAccPwChange', 'OOO', moment(8)),
  row('chAccPwChangeInd', 'OOO', codes('01-05')),
  row('chAccReqID', 'OOO', text(1, 64)),
  row('nbPurchaseAccount', 'OOO', digits(1, 4)),
  row('provisionAttemptsDay', 'OOO', digits(1, 3)),
  row('txnActivityDay', 'OOO', digits(1, 3)),
  row('txnActivityYear', 'OOO', digits(1, 3)),
  row('paymentAccAge', 'OOO', moment(8)),
  row('paymentAccInd', 'OOO', codes('01-05')),
  row('shipAddressUsage', 'OOO', moment(8)),
  row('shipAddressUsageInd', 'OOO', codes('01-04')),
  row('shipNameIndicator', 'OOO', codes('01-02')),
  row('suspiciousAccActivity', 'OOO', codes('01-02')),
)

/** Gift cards count in major units here, unlike every other amount. */
export const riskIndicator = object(
  row('shipIndicator', 'OOO', [codes('01-07'), codes('01-07'), codes('01-09')]),
  row('deliveryTimeframe', 'OOO', codes('01-04')),
  row('deliveryEmailAddress', 'OOO', form.email),
  row('reorderItemsInd', 'OOO', codes('01-02')),
  row('preOrderPurchaseInd', 'OOO', codes('01-02')),
  row('preOrderDate', 'OOO', moment(8)),
  row('giftCardAmount', 'OOO', digits(1, 15)),
  row('giftCardCurr', 'OOO', form.currency),
  row('giftCardCount', 'OOO', digits(2, 2)),
  row('transChar', '--O', form.any),
)

const authenticationData = text(1, 20_000)

export const authenticationInfo = object(
  row('threeDSReqAuthMethod', 'OOO', codes('01-10')),
  row('threeDSReqAuthTimestamp', 'OOO', moment(12)),
  row('threeDSReqAuthData', 'OOO', [authenticationData, authenticationData, text(1, 50_000)]),
)

/** The reference is the issuer's id of the earlier authentication. */
export const priorAuthenticationInfo = object(
  row('threeDSReqPriorRef', 'OOO', form.uuid),
  row('threeDSReqPriorDsTransId', '--O', form.uuid),
  row('threeDSReqPriorAuthMethod', 'OOO', [codes('01-04'), codes('01-04'), codes('01-05')]),
  row('threeDSReqPriorAuthTimestamp', 'OOO', moment(12)),
  row('threeDSReqPriorAuthData', 'OOO', text(1, 2048)),
)
