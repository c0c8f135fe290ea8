// Which rules each operation's request must keep. The rules themselves are in the other files of this folder.

import { accountFundingIsThePurpose, recipientStateExists } from './accountFunding.ts'
import {
  agreementAmountsAreInOrder,
  agreementIsForMerchantInitiatedPayments,
  merchantInitiatedPaymentNamesAgreement,
  newAgreementIsNamed,
  paymentOfSeriesNamesAgreement,
  recurringAgreementSaysVariability,
} from './agreements.ts'
import {
  checkoutMovesMoney,
  moneyMoves,
  payerAmountFitsPayerCurrency,
  refundSaysHowMuch,
  subTotalsAddUp,
  taxAmountIsThatOfItems,
  transactionIsTheOrder,
} from './amounts.ts'
import { customDataHoldsNoCardData } from './customData.ts'
import {
  accountIsCarried,
  accountIsNamed,
  fundsAreGiven,
  fundsAreOneAccount,
  indicatorComesFromTheDevice,
  referenceStandsForTheCard,
  sensitiveDataIsMasked,
} from './funds.ts'
import { chipSaysWhyOnline, numberBeginsAsAnnounced, trackIsOfTheCard } from './readings.ts'

/** Which rules an operation's request must keep, in the order they are judged. */

/** Which account it is, and that only one is meant. */
const ofOneAccount = [accountIsCarried, fundsAreOneAccount] as const

/** Of whatever a request may say about a payment. */
const ofPaymentDetails = [
  sensitiveDataIsMasked,
  subTotalsAddUp,
  taxAmountIsThatOfItems,
  customDataHoldsNoCardData,
  accountFundingIsThePurpose,
  recipientStateExists,
  recurringAgreementSaysVariability,
  agreementAmountsAreInOrder,
  payerAmountFitsPayerCurrency,
  indicatorComesFromTheDevice,
  trackIsOfTheCard,
  numberBeginsAsAnnounced,
  chipSaysWhyOnline,
] as const

const firstOfAnOrder = [
  ...ofOneAccount,
  fundsAreGiven,
  referenceStandsForTheCard,
  paymentOfSeriesNamesAgreement,
  merchantInitiatedPaymentNamesAgreement,
  agreementIsForMerchantInitiatedPayments,
  transactionIsTheOrder,
] as const

export const verificationRules = [...firstOfAnOrder, ...ofPaymentDetails]
export const paymentRules = [...verificationRules, moneyMoves]
export const captureRules = [...ofOneAccount, ...ofPaymentDetails, moneyMoves]
export const browserPaymentRules = [transactionIsTheOrder, ...captureRules]
export const refundRules = [refundSaysHowMuch, ...captureRules]
export const voidRules = [
  sensitiveDataIsMasked,
  customDataHoldsNoCardData,
  trackIsOfTheCard,
  chipSaysWhyOnline,
]
export const updateRules = [sensitiveDataIsMasked, moneyMoves]
/** Values parked in a session may be incomplete; what is there must make sense. */
export const sessionRules = [sensitiveDataIsMasked, customDataHoldsNoCardData]
export const checkoutRules = [...ofPaymentDetails, checkoutMovesMoney]
export const inquiryRules = [...ofOneAccount, accountIsNamed, ...ofPaymentDetails]
/** A token that exists may be given a part of its card anew; one that is made needs a number. */
export const tokenSavingRules = [
  ...ofOneAccount,
  sensitiveDataIsMasked,
  referenceStandsForTheCard,
  trackIsOfTheCard,
]
export const tokenMakingRules = [...ofOneAccount, accountIsNamed, ...tokenSavingRules]
/** Who pays was said when authentication was initiated. */
export const payerAuthenticationRules = [newAgreementIsNamed, transactionIsTheOrder, ...ofPaymentDetails]
export const authenticationRules = [...ofOneAccount, fundsAreGiven, ...payerAuthenticationRules]
