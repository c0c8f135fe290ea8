-- Receipts by e-mail. A checkout writes down, before it pays, that its payer is to get one: so no payment that was approved
-- lacks its row, whatever crashes. The address is not here: it is that of the recorded payment, and goes when it is erased.
create table receipts (
  cell int2 not null,
  merchant_id text collate "C" not null check (char_length(merchant_id) between 1 and 40),
  order_id text collate "C" not null check (char_length(order_id) between 1 and 40),
  -- The mark of the payer's session, as in the ids of its transactions.
  checkout text collate "C" not null check (char_length(checkout) between 1 and 40),
  -- What the payer saw when paying.
  shop_name text not null check (char_length(shop_name) between 1 and 300),
  locale text not null check (char_length(locale) between 2 and 20),
  amount text not null check (char_length(amount) between 1 and 40),
  currency text not null check (char_length(currency) = 3),
  -- WAITING: for the payment's outcome, or for the mail server. NOT_OWED: nothing was paid, or there is no address.
  -- REFUSED: the mail server does not take it. DEAD: given up.
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'NOT_OWED', 'REFUSED', 'DEAD')),
  -- Grows with each promise and each claim: whoever has an older number cannot end it.
  attempts int4 not null default 0,
  -- Counted since the last promise.
  tries int4 not null default 0,
  promised_at timestamptz not null,
  next_at timestamptz,
  leased_until timestamptz,
  ended_at timestamptz,
  reason text check (char_length(reason) <= 300),
  primary key (cell, merchant_id, order_id, checkout),
  constraint receipts_waiting_check check ((state = 'WAITING') = (next_at is not null and ended_at is null))
) with (fillfactor = 85);

create index receipts_waiting on receipts (cell, next_at) where state = 'WAITING';
create index receipts_ended on receipts (cell, ended_at) where state <> 'WAITING';

grant select, insert, delete on receipts to tollgate_app;
grant update (shop_name, locale, amount, currency, state, attempts, tries, promised_at, next_at, leased_until, ended_at,
  reason) on receipts to tollgate_app;
