-- Every key that grows with traffic starts with the cell (the unit of distribution) and the merchant. Only orders
-- carries the merchant's own order id in a key; the other tables carry the internal order number.
-- Text in keys is compared by bytes: no locale of a server, and no upgrade of one, can change what is equal or first.

-- The one clock for leases and expiry. The sandbox moves it by this one row.
create table clock (
  only_row boolean primary key default true check (only_row),
  shift interval not null default '0'
);
insert into clock default values;

create function tollgate_now() returns timestamptz language sql volatile
  return clock_timestamp() + (select shift from clock);

create table merchants (
  cell int2 not null check (cell >= 0),
  merchant_id text collate "C" not null check (merchant_id ~ '^[0-9A-Za-z_-]{1,40}$'),
  created_at timestamptz not null default tollgate_now(),
  primary key (cell, merchant_id),
  unique (merchant_id)
);

-- Two slots: the password in use and the one it is being rolled over to.
create table merchant_passwords (
  cell int2 not null,
  merchant_id text collate "C" not null,
  slot int2 not null check (slot in (1, 2)),
  password_hash bytea not null check (octet_length(password_hash) = 32),
  created_at timestamptz not null default tollgate_now(),
  primary key (cell, merchant_id, slot),
  foreign key (cell, merchant_id) references merchants
);

-- Wrapped keys: useless without the key-encryption key, which is never here.
create table keys (
  name text collate "C" primary key check (char_length(name) between 1 and 200),
  key_id text not null check (char_length(key_id) between 1 and 200),
  wrapped bytea not null check (octet_length(wrapped) between 1 and 4096),
  created_at timestamptz not null default tollgate_now()
);

create sequence order_numbers as int8 cache 32;

-- The order row is lock, version and fence in one: version rises at begin, close and take-over.
create table orders (
  cell int2 not null,
  merchant_id text collate "C" not null,
  order_id text collate "C" not null check (char_length(order_id) between 1 and 40),
  order_no int8 not null,
  version int8 not null check (version > 0),
  open_id text collate "C",
  currency text not null check (char_length(currency) = 3),
  amount int8 not null check (amount >= 0),
  authorized int8 not null default 0,
  captured int8 not null default 0,
  refunded int8 not null default 0,
  excess int8 not null default 0,
  status text not null default 'NEW' check (char_length(status) <= 40),
  sequence int4 not null default 0,
  created_at timestamptz not null,
  primary key (cell, merchant_id, order_id),
  constraint orders_totals_check check (authorized >= 0 and captured >= 0 and refunded >= 0 and excess >= 0),
  constraint orders_captured_check check (captured <= authorized + excess),
  constraint orders_refunded_check check (refunded <= captured + excess)
) with (fillfactor = 80);

-- Recovery looks here for what was left open; it holds only what is running or unsettled.
create index orders_open on orders (cell, order_no) where open_id is not null;

-- The intent: inserted before the network is touched, never changed but for its lease. A begin or close that found
-- no order would propose order number 0: refused here, because the order's own row is judged before its conflict.
create table transactions (
  cell int2 not null,
  merchant_id text collate "C" not null,
  order_no int8 not null check (order_no > 0),
  transaction_id text collate "C" not null check (char_length(transaction_id) between 1 and 40),
  fence int8 not null,
  attempt uuid not null,
  operation text not null check (char_length(operation) <= 40),
  type text not null check (char_length(type) <= 40),
  api_version int2 not null,
  currency text not null,
  amount int8 not null check (amount >= 0),
  target_id text collate "C" check (char_length(target_id) between 1 and 40),
  fingerprint bytea not null check (octet_length(fingerprint) <= 64),
  request text not null check (octet_length(request) <= 1048576),
  card bytea check (octet_length(card) <= 4096),
  started_at timestamptz not null,
  lease_until timestamptz not null,
  primary key (cell, merchant_id, order_no, transaction_id)
);

-- What came of it: inserted, never changed; of several the one with the newest fence is the answer.
create table outcomes (
  cell int2 not null,
  merchant_id text collate "C" not null,
  order_no int8 not null check (order_no > 0),
  transaction_id text collate "C" not null,
  fence int8 not null,
  sequence int4 not null,
  amount int8 not null check (amount >= 0),
  result text not null check (char_length(result) <= 40),
  gateway_code text not null check (char_length(gateway_code) <= 40),
  outcome text not null check (octet_length(outcome) <= 1048576),
  recorded_at timestamptz not null,
  primary key (cell, merchant_id, order_no, transaction_id, fence)
);

-- One row for each change of an order that its merchant is to be told of, numbered without gaps.
create table outbox (
  cell int2 not null,
  merchant_id text collate "C" not null,
  order_no int8 not null,
  sequence int4 not null,
  order_id text collate "C" not null,
  transaction_id text collate "C" not null,
  due timestamptz not null,
  primary key (cell, merchant_id, order_no, sequence)
);

-- What the running gateway may do. It can neither delete nor rewrite what was recorded.
grant usage on schema public to tollgate_app;
grant select on schema_migrations, clock to tollgate_app;
grant select, insert on merchants, keys, orders, transactions, outcomes, outbox to tollgate_app;
grant select, insert, update, delete on merchant_passwords to tollgate_app;
grant update (version, open_id, sequence, authorized, captured, refunded, excess, status) on orders to tollgate_app;
grant update (lease_until) on transactions to tollgate_app;
grant usage on sequence order_numbers to tollgate_app;
