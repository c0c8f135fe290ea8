/** Each change that a merchant is told of, wherever it is by now: still in the outbox, or taken in. */
export const told = `(
  select cell, merchant_id, order_no, sequence, order_id, transaction_id from outbox
  union all
  select cell, merchant_id, order_no, sequence, order_id, transaction_id from notifications
)`
