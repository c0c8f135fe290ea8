-- Every statement that writes a table reads the stored form of each of its checks anew: about 10 µs for each, in every
-- commit of a payment. What holds the books together stays: amounts, totals, order numbers, versions, states, and how
-- long a document may be. How long a name or a code may be, and how an id is written, is for the contract to say.
alter table orders
  drop constraint orders_order_id_check,
  drop constraint orders_currency_check,
  drop constraint orders_status_check;
alter table transactions
  drop constraint transactions_transaction_id_check,
  drop constraint transactions_target_id_check,
  drop constraint transactions_operation_check,
  drop constraint transactions_type_check,
  drop constraint transactions_fingerprint_check,
  drop constraint transactions_card_check,
  drop constraint transactions_facts_check,
  drop constraint transactions_trace_check;
alter table outcomes
  drop constraint outcomes_result_check,
  drop constraint outcomes_gateway_code_check;
alter table exchanges
  drop constraint exchanges_kind_check,
  drop constraint exchanges_attempt_check;
alter table sessions
  drop constraint sessions_session_id_check,
  drop constraint sessions_version_check,
  drop constraint sessions_kind_check,
  drop constraint sessions_update_status_check,
  drop constraint sessions_used_for_check,
  drop constraint sessions_claimed_for_check;
alter table authentications
  drop constraint authentications_order_id_check,
  drop constraint authentications_transaction_id_check,
  drop constraint authentications_acs_transaction_id_check,
  drop constraint authentications_ds_transaction_id_check,
  drop constraint authentications_category_check,
  drop constraint authentications_version_check;
