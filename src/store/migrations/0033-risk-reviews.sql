-- Payments that may wait for a review. A row is written before the outcome that says so, and is gone once somebody has
-- decided: whoever reads the queue asks the order itself.
create table risk_reviews (
  cell int2 not null,
  merchant_id text collate "C" not null,
  order_id text collate "C" not null check (char_length(order_id) between 1 and 40),
  transaction_id text collate "C" not null check (char_length(transaction_id) between 1 and 80),
  waiting_since timestamptz not null default tollgate_now(),
  primary key (cell, merchant_id, order_id, transaction_id)
);
create index risk_reviews_queue on risk_reviews (cell, merchant_id, waiting_since, order_id, transaction_id);

grant select, insert, delete on risk_reviews to tollgate_app;
