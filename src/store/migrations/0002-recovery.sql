-- What recovery needs: who is running and who only keeps an order busy, what is still owed to an acquirer, and what
-- was said to it and by it beside the first question and answer.

-- What its provider allows the merchant beyond the ordinary, as JSON; what is not in it is ordinary.
alter table merchants add column profile text not null default '{}'
  check (octet_length(profile) <= 65536 and jsonb_typeof(profile::jsonb) = 'object');

-- The open transaction is answered, and the order admits nothing else until what is owed about it is settled.
alter table orders add column kept_busy boolean not null default false;
alter table orders add constraint orders_kept_busy_check check (not kept_busy or open_id is not null);

-- Now only what is running, so that taking over looks at no more than that, however long an acquirer is away.
drop index orders_open;
create index orders_open on orders (cell, order_no) where open_id is not null and not kept_busy;

-- One row for each outcome that nobody knew for certain, with the fence of that outcome. It is pursued until it is
-- acknowledged, and stays as the record of that.
create table obligations (
  cell int2 not null,
  merchant_id text collate "C" not null,
  order_no int8 not null check (order_no > 0),
  transaction_id text collate "C" not null,
  fence int8 not null,
  order_id text collate "C" not null,
  obligation text not null check (char_length(obligation) <= 40),
  status text not null default 'PENDING' check (status in ('PENDING', 'ACKNOWLEDGED')),
  attempts int4 not null default 0 check (attempts >= 0),
  owed_at timestamptz not null,
  next_at timestamptz not null,
  last_attempt_at timestamptz,
  acknowledged_at timestamptz,
  primary key (cell, merchant_id, order_no, transaction_id, fence),
  constraint obligations_acknowledged_check check ((status = 'ACKNOWLEDGED') = (acknowledged_at is not null))
);

create index obligations_due on obligations (cell, next_at) where status = 'PENDING';

-- Inserted, never changed. The id is the writer's own, so that a repeated commit writes nothing twice.
create table exchanges (
  cell int2 not null,
  merchant_id text collate "C" not null,
  order_no int8 not null check (order_no > 0),
  transaction_id text collate "C" not null,
  exchange_id uuid not null,
  kind text not null check (char_length(kind) <= 40),
  attempt int4 not null check (attempt >= 0),
  content text not null check (octet_length(content) <= 65536),
  recorded_at timestamptz not null,
  primary key (cell, merchant_id, order_no, transaction_id, exchange_id)
);

grant select, insert on obligations, exchanges to tollgate_app;
grant update (status, attempts, next_at, last_attempt_at, acknowledged_at) on obligations to tollgate_app;
grant update (kept_busy) on orders to tollgate_app;
grant update (profile) on merchants to tollgate_app;
