/**
 * What happens to one order, step by step → what the last step answers, and where the order stands after it
 * (status, then authorized/captured/refunded). Every step but the last is accepted. Transactions are numbered
 * from 1; the acquirer approves what is not said to go otherwise. A refused field without a group is the
 * transaction's. One table, told to the flows alone and over HTTP.
 */
export const stories: readonly string[] = `
  authorize 100 → APPROVED AUTHORIZED 100/0/0
  authorize 100 declined → DECLINED FAILED 0/0/0
  authorize 100 referred → REFERRED FAILED 0/0/0
  authorize 100 pending → PENDING undecided 0/0/0
  authorize 100 silent → TIMED_OUT FAILED 0/0/0
  authorize 100 partly → PARTIALLY_APPROVED AUTHORIZED 50/0/0
  authorize 100 declined, authorize 80 → APPROVED AUTHORIZED 80/0/0
  authorize 100 silent, authorize 100 → APPROVED AUTHORIZED 100/0/0
  authorize 100 declined, pay 80 → APPROVED CAPTURED 80/80/0
  authorize 100 declined, authorize 80 EUR → 400 order.currency FAILED 0/0/0
  authorize 100, authorize 100 → 400 apiOperation AUTHORIZED 100/0/0
  authorize 100, pay 100 → 400 apiOperation AUTHORIZED 100/0/0
  authorize 100, verify → 400 apiOperation AUTHORIZED 100/0/0
  authorize 100 with a proof of 9 → 400 authentication.transactionId NEW
  authorize 100 with broken encryption → DECLINED FAILED 0/0/0
  authorize 100 declined ×10, authorize 100 → EXCEEDED_RETRY_LIMIT FAILED 0/0/0
  authorize 100 declined ×9, authorize 100 → APPROVED AUTHORIZED 100/0/0
  authorize 100 declined ×10, pay 100 → EXCEEDED_RETRY_LIMIT FAILED 0/0/0
  authorize 100 declined ×10, verify → EXCEEDED_RETRY_LIMIT FAILED 0/0/0
  authorize 100 declined ×10, authorize 100, authorize 100 → EXCEEDED_RETRY_LIMIT FAILED 0/0/0
  verify declined ×10, authorize 100 → EXCEEDED_RETRY_LIMIT FAILED 0/0/0
  pay 100 declined with a sub-merchant, pay 100 with a sub-merchant → APPROVED CAPTURED 100/100/0
  verify with a sub-merchant, authorize 100 with a sub-merchant → 400 order.subMerchant VERIFIED 0/0/0
  authorize 100 with a source, capture 100 with a source → 400 source AUTHORIZED 100/0/0
  authorize 100 with fields 1-50, capture 100 with fields 1-50 → APPROVED CAPTURED 100/100/0
  authorize 100 with fields 1-30, capture 100 with fields 31-51 → 400 order.custom AUTHORIZED 100/0/0
  pay 9 with fields 1-49, refund 9, void of 2 with fields 50-51 → 400 order.custom REFUNDED 9/9/9
  pay 100 → APPROVED CAPTURED 100/100/0
  pay 100 declined → DECLINED FAILED 0/0/0
  pay 100 pending → PENDING undecided 0/0/0
  pay 100 partly → PARTIALLY_APPROVED CAPTURED 50/50/0
  pay 100, pay 100 → 400 apiOperation CAPTURED 100/100/0
  pay 100, capture 10 → 400 apiOperation CAPTURED 100/100/0
  capture 100 → 400 apiOperation NEW
  authorize 100 declined, capture 100 → 400 apiOperation FAILED 0/0/0
  authorize 100, capture 100 → APPROVED CAPTURED 100/100/0
  authorize 100, capture 60 → APPROVED PARTIALLY_CAPTURED 100/60/0
  authorize 100, capture 60, capture 40 → APPROVED CAPTURED 100/100/0
  authorize 100, capture 60, capture 50 → 400 amount PARTIALLY_CAPTURED 100/60/0
  authorize 100, capture 100.01 → 400 amount AUTHORIZED 100/0/0
  authorize 100, capture 100, capture 0.01 → 400 apiOperation CAPTURED 100/100/0
  authorize 100, capture 0 → 400 amount AUTHORIZED 100/0/0
  authorize 100, capture 50 EUR → 400 currency AUTHORIZED 100/0/0
  authorize 100, capture 50 of 1 → APPROVED PARTIALLY_CAPTURED 100/50/0
  authorize 100, capture 50 of 7 → 400 targetTransactionId AUTHORIZED 100/0/0
  authorize 100, capture 50 with a card → 400 UNSUPPORTED sourceOfFunds AUTHORIZED 100/0/0
  authorize 100, capture 50 with a sub-merchant → 400 order.subMerchant AUTHORIZED 100/0/0
  authorize 100, capture 100 declined → DECLINED AUTHORIZED 100/0/0
  authorize 100, capture 100 declined, capture 100 → APPROVED CAPTURED 100/100/0
  authorize 100, capture 100 silent → PENDING AUTHORIZED 100/0/0
  authorize 100 partly, capture 51 → 400 amount AUTHORIZED 50/0/0
  authorize 100 partly, capture 50 → APPROVED CAPTURED 50/50/0
  authorize 100, 6 days later, capture 100 → APPROVED CAPTURED 100/100/0
  authorize 100, 7 days later, capture 100 → 400 apiOperation AUTHORIZED 100/0/0
  authorize 100, 6 days later, update, 6 days later, capture 100 → APPROVED CAPTURED 100/100/0
  authorize 9, 6 days later, update declined, 1 days later, capture 9 → 400 apiOperation AUTHORIZED 9/0/0
  authorize 100, 7 days later, update → 400 apiOperation AUTHORIZED 100/0/0
  authorize 100, 8 days later, void of 1 → APPROVED CANCELLED 0/0/0
  authorize 100, update 150 → APPROVED AUTHORIZED 150/0/0
  authorize 100, update 60 → APPROVED AUTHORIZED 60/0/0
  authorize 100, update → APPROVED AUTHORIZED 100/0/0
  authorize 100, update 150, update → APPROVED AUTHORIZED 150/0/0
  authorize 100, update 150, capture 150 → APPROVED CAPTURED 150/150/0
  authorize 100, update 60, capture 61 → 400 amount AUTHORIZED 60/0/0
  authorize 100, update 150 declined, capture 101 → 400 amount AUTHORIZED 100/0/0
  authorize 100, update 150 silent → TIMED_OUT AUTHORIZED 100/0/0
  authorize 100 partly, update 100, capture 100 → APPROVED CAPTURED 100/100/0
  authorize 100 partly, update → APPROVED AUTHORIZED 50/0/0
  authorize 100, update 150 EUR → 400 currency AUTHORIZED 100/0/0
  authorize 100, update 1.001 → 400 amount AUTHORIZED 100/0/0
  authorize 100, update 99999999999999 → 400 amount AUTHORIZED 100/0/0
  authorize 100, capture 10, update 150 → 400 apiOperation PARTIALLY_CAPTURED 100/10/0
  authorize 100, capture 10, void of 2, update 150 → APPROVED AUTHORIZED 150/0/0
  authorize 100, void of 1, update → 400 apiOperation CANCELLED 0/0/0
  pay 100, update 150 → 400 apiOperation CAPTURED 100/100/0
  authorize 100, void of 1 → APPROVED CANCELLED 0/0/0
  authorize 100, update 150, void of 1 → APPROVED CANCELLED 0/0/0
  authorize 100, update 150, void of 2 → 400 targetTransactionId AUTHORIZED 150/0/0
  authorize 100, void of 1, void of 1 → 400 targetTransactionId CANCELLED 0/0/0
  authorize 100, void of 1, void of 2 → 400 targetTransactionId CANCELLED 0/0/0
  authorize 100, void of 2 → 400 targetTransactionId AUTHORIZED 100/0/0
  authorize 100, void of 9 → 400 targetTransactionId AUTHORIZED 100/0/0
  authorize 100 declined, void of 1 → 400 targetTransactionId FAILED 0/0/0
  authorize 100, void of 1 declined → DECLINED AUTHORIZED 100/0/0
  authorize 100, void of 1 silent → PENDING AUTHORIZED 100/0/0
  authorize 100, void of 1 with broken encryption → DECLINED AUTHORIZED 100/0/0
  authorize 100, void of 1 declined, capture 100 → APPROVED CAPTURED 100/100/0
  authorize 100, void of 1, capture 100 → 400 apiOperation CANCELLED 0/0/0
  authorize 100, void of 1, authorize 100 → 400 apiOperation CANCELLED 0/0/0
  authorize 100, capture 40, void of 1 → 400 targetTransactionId PARTIALLY_CAPTURED 100/40/0
  authorize 100, capture 40, void of 2 → APPROVED AUTHORIZED 100/0/0
  authorize 100, capture 40, capture 60, void of 2 → APPROVED PARTIALLY_CAPTURED 100/60/0
  authorize 100, capture 40, void of 2, capture 100 → APPROVED CAPTURED 100/100/0
  authorize 100, capture 40, void of 2, void of 1 → APPROVED CANCELLED 0/0/0
  authorize 100, capture 100, 23 hours later, void of 2 → APPROVED AUTHORIZED 100/0/0
  authorize 100, capture 100, 24 hours later, void of 2 → 400 targetTransactionId CAPTURED 100/100/0
  void of 1 → 400 apiOperation NEW
  verify, void of 1 → 400 targetTransactionId VERIFIED 0/0/0
  pay 100, void of 1 → APPROVED CANCELLED 0/0/0
  pay 100, 1 days later, void of 1 → 400 targetTransactionId CAPTURED 100/100/0
  pay 100, refund 10, void of 1 → 400 targetTransactionId PARTIALLY_REFUNDED 100/100/10
  pay 100, refund 10, void of 2, void of 1 → APPROVED CANCELLED 0/0/0
  pay 100, refund 100 → APPROVED REFUNDED 100/100/100
  pay 100, refund 30 → APPROVED PARTIALLY_REFUNDED 100/100/30
  pay 100, refund 30, refund 70 → APPROVED REFUNDED 100/100/100
  pay 100, refund 30, refund 71 → 400 amount PARTIALLY_REFUNDED 100/100/30
  pay 100, refund 100, refund 0.01 → 400 amount REFUNDED 100/100/100
  pay 100, refund 100, void of 2 → APPROVED CAPTURED 100/100/0
  pay 100, refund 30, 1 days later, void of 2 → 400 targetTransactionId PARTIALLY_REFUNDED 100/100/30
  pay 100, refund 30 EUR → 400 currency CAPTURED 100/100/0
  pay 100, refund 30 with a card → 400 UNSUPPORTED sourceOfFunds CAPTURED 100/100/0
  pay 100, refund 30 with a sub-merchant → 400 order.subMerchant CAPTURED 100/100/0
  pay 100, refund 30 declined → DECLINED CAPTURED 100/100/0
  pay 100, refund 30 silent → TIMED_OUT CAPTURED 100/100/0
  pay 100, refund without an amount → 400 MISSING amount CAPTURED 100/100/0
  pay 100, refund 30 of 1 → APPROVED PARTIALLY_REFUNDED 100/100/30
  pay 100, refund 30 of 4 → 400 targetTransactionId CAPTURED 100/100/0
  pay 100, 365 days later, refund 100 → APPROVED REFUNDED 100/100/100
  pay 100 partly, refund 51 → 400 amount CAPTURED 50/50/0
  authorize 100, refund 10 → 400 apiOperation AUTHORIZED 100/0/0
  authorize 100, capture 40, refund 40 → APPROVED REFUNDED 100/40/40
  authorize 100, capture 40, refund 41 → 400 amount PARTIALLY_CAPTURED 100/40/0
  authorize 100, capture 40, refund 10, capture 60 → 400 apiOperation PARTIALLY_REFUNDED 100/40/10
  authorize 100, capture 40, capture 60, refund 70 → APPROVED PARTIALLY_REFUNDED 100/100/70
  authorize 100, capture 40, capture 60, refund 41 of 2 → 400 amount CAPTURED 100/100/0
  authorize 100, capture 40, capture 60, refund 40 of 2, refund 60 of 3 → APPROVED REFUNDED 100/100/100
  authorize 9, capture 4, capture 5, refund 7, void of 3 → 400 targetTransactionId PARTIALLY_REFUNDED 9/9/7
  authorize 100, capture 40, capture 60, refund 30, void of 2 → APPROVED PARTIALLY_REFUNDED 100/60/30
  authorize 9, capture 4, capture 5, refund 9, void of 2 → 400 targetTransactionId REFUNDED 9/9/9
  pay 9, refund 9 of 1, void of 1 → 400 targetTransactionId REFUNDED 9/9/9
  authorize 5, capture 1, capture 4, refund 5, void of 3 → 400 targetTransactionId REFUNDED 5/5/5
  authorize 100, capture 40, capture 60, refund 30 of 1 → 400 targetTransactionId CAPTURED 100/100/0
  authorize 100, capture 40, void of 2, refund 10 of 2 → 400 apiOperation AUTHORIZED 100/0/0
  refund 100 with a card → APPROVED REFUNDED 0/0/100
  refund 100 → 400 apiOperation NEW
  refund 100 of 1 with a card → 400 targetTransactionId NEW
  refund 100 declined with a card → DECLINED FAILED 0/0/0
  refund 100 with a card, refund 10 → 400 apiOperation REFUNDED 0/0/100
  refund 100 with a card, void of 1 → APPROVED CANCELLED 0/0/0
  verify → APPROVED VERIFIED 0/0/0
  verify 50 → APPROVED VERIFIED 0/0/0
  verify declined → DECLINED FAILED 0/0/0
  verify silent → TIMED_OUT FAILED 0/0/0
  verify, authorize 100 → APPROVED AUTHORIZED 100/0/0
  verify, authorize 100 declined → DECLINED VERIFIED 0/0/0
  verify, verify → APPROVED VERIFIED 0/0/0
  authorize 100 referred, referral → APPROVED AUTHORIZED 100/0/0
  pay 100 referred, referral → APPROVED CAPTURED 100/100/0
  authorize 100 referred, referral declined, referral → 400 apiOperation FAILED 0/0/0
  authorize 100 referred, referral referred, referral, capture 100 → APPROVED CAPTURED 100/100/0
  authorize 100 referred, authorize 100 declined, referral → 400 apiOperation FAILED 0/0/0
  authorize 100 referred, verify, referral → APPROVED AUTHORIZED 100/0/0
  authorize 100 declined, referral → 400 apiOperation FAILED 0/0/0
  authorize 100, referral → 400 apiOperation AUTHORIZED 100/0/0
  referral → 400 apiOperation NEW
  with 10% excess: authorize 100, capture 110 → APPROVED CAPTURED 100/110/0
  with 10% excess: authorize 100, capture 110.01 → 400 amount AUTHORIZED 100/0/0
  with 10% excess: authorize 100, capture 60, capture 50 → APPROVED CAPTURED 100/110/0
  with 10% excess: authorize 0.19, capture 0.21 → 400 amount AUTHORIZED 0.19/0/0
  with 10% excess: authorize 0.19, capture 0.20 → APPROVED CAPTURED 0.19/0.20/0
  with 10% excess: authorize 100, capture 110, refund 110 → APPROVED REFUNDED 100/110/110
  with 10% excess: authorize 100, capture 110, refund 121 → APPROVED EXCESSIVELY_REFUNDED 100/110/121
  with 10% excess: pay 100, refund 110 → APPROVED EXCESSIVELY_REFUNDED 100/100/110
  with 10% excess: pay 100, refund 100, refund 10 → APPROVED EXCESSIVELY_REFUNDED 100/100/110
  with 10% excess: pay 100, refund 110.01 → 400 amount CAPTURED 100/100/0
  with 10% excess: pay 100, refund 110, void of 2 → APPROVED CAPTURED 100/100/0
`
  .trim()
  .split('\n')
  .map(line => line.trim())
