import { accountFundingIsThePurpose, recipientStateExists } from './accountFunding.ts'
import {
  agreementAmountsAreInOrder,
  agreementIsForMerchantInitiatedPayments,
  merchantInitiatedPaymentNamesAgreement,
  recurringAgreementSaysVariability,
} from './agreements.ts'
import {
  moneyMoves,
  refundSaysHowMuch,
  subTotalsAddUp,
  taxAmountIsThatOfItems,
  transactionIsTheOrder,
} from './amounts.ts'
import { payerAmountFitsPayerCurrency } from './currencyConversion.ts'
import { customDataHoldsNoCardData } from './customData.ts'
import { indicatorComesFromTheDevice } from './devicePayment.ts'
import { fundsAreGiven, referenceStandsForTheCard, sensitiveDataIsMasked } from './funds.ts'
import { chipSaysWhyOnline } from './terminal.ts'

/** Which rules an operation's request must keep, in the order they are judged. */

/** Of whatever a request may say about a payment. */
const saidAboutPayments = [
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
  chipSaysWhyOnline,
] as const

const firstOfAnOrder = [
  fundsAreGiven,
  referenceStandsForTheCard,
  merchantInitiatedPaymentNamesAgreement,
  agreementIsForMerchantInitiatedPayments,
  transactionIsTheOrder,
] as const

export const verificationRules = [...firstOfAnOrder, ...saidAboutPayments]
export const paymentRules = [...verificationRules, moneyMoves]
export const captureRules = [...saidAboutPayments, moneyMoves]
export const refundRules = [refundSaysHowMuch, ...saidAboutPayments, moneyMoves]
export const voidRules = [sensitiveDataIsMasked, customDataHoldsNoCardData, chipSaysWhyOnline]
export const updateRules = [sensitiveDataIsMasked, moneyMoves]
/** Values parked in a session may be incomplete; what is there must make sense. */
export const sessionRules = [sensitiveDataIsMasked, customDataHoldsNoCardData]
export const authenticationRules = [fundsAreGiven, ...saidAboutPayments]
