// The rules of each operation's request, in the order in which they are checked. The rules themselves are in
// the other files of this folder.

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

/** The account is supported, and only one is given. */
const ofOneAccount = [accountIsCarried, fundsAreOneAccount] as const

/** Rules for all requests with details of a payment. */
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
export const enteredRules = [moneyMoves]
/** Values in a session may be incomplete; those that are present must be valid. */
export const sessionRules = [sensitiveDataIsMasked, customDataHoldsNoCardData]
export const checkoutRules = [...ofPaymentDetails, checkoutMovesMoney]
export const inquiryRules = [...ofOneAccount, accountIsNamed, ...ofPaymentDetails]
/** An existing token may be updated with only some card fields; a new one requires a number. */
export const tokenSavingRules = [
  ...ofOneAccount,
  sensitiveDataIsMasked,
  referenceStandsForTheCard,
  trackIsOfTheCard,
]
export const tokenMakingRules = [...ofOneAccount, accountIsNamed, ...tokenSavingRules]
/** The account is not required: it was given when authentication was initiated. */
export const payerAuthenticationRules = [newAgreementIsNamed, transactionIsTheOrder, ...ofPaymentDetails]
export const authenticationRules = [...ofOneAccount, fundsAreGiven, ...payerAuthenticationRules]
