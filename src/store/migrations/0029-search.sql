-- What the console finds orders by, and the figures of its first screen. Both follow the feed of notifications, in
-- batches, and never take part in a payment.

-- What is known of a request when its intent is written, as short text with unit separators in between: brand, last four
-- digits, first digits, funding, e-mail address, reference. Empty: nothing of it. Null: written by the release before,
-- and found in the request itself. A payment pays for this column; reading documents again would cost more.
alter table transactions add column facts text;
alter table transactions add constraint transactions_facts_check check (octet_length(facts) <= 2048) not valid;

create function request_facts(request text) returns text language plpgsql immutable as $$
declare
  content json;
  card json;
begin
  begin
    content := request::json;
  exception when others then
    return '';
  end;
  if content ->> 'model' is not null then
    content := content -> 'fields';
  end if;
  card := coalesce(content #> '{sourceOfFunds,provided,card}', content #> '{sourceOfFunds,provided,giftCard}');
  return concat_ws(e'\x1f',
    coalesce(card ->> 'brand', ''),
    coalesce(substring(card ->> 'number' from '([0-9]{4})$'), ''),
    coalesce(substring(card ->> 'number' from '^([0-9]{6})'), ''),
    coalesce(card ->> 'fundingMethod', ''),
    left(lower(coalesce(content #>> '{customer,email}', '')), 320),
    left(coalesce(content #>> '{order,reference}', content #>> '{transaction,reference}', ''), 40));
end $$;

-- How a payer's authentication stands after an outcome.
create function authentication_status(outcome text) returns text language plpgsql immutable as $$
declare
  content json;
begin
  begin
    content := outcome::json;
  exception when others then
    return '';
  end;
  if content ->> 'model' is not null then
    content := content -> 'fields';
  end if;
  return left(coalesce(content #>> '{transaction,authenticationStatus}', ''), 40);
end $$;

-- The feed across merchants, in its order.
create index notifications_feed on notifications (cell, feed_no);

-- Up to which number of the feed a cell was taken in. Whoever moves it has taken in what lies between, in one commit.
create table projections (
  cell int2 primary key,
  feed_no int8 not null default 0,
  -- The time of the last change that was taken in.
  changed_at timestamptz
) with (fillfactor = 50);

create table found_orders (
  cell int2 not null,
  merchant_id text collate "C" not null,
  created_at timestamptz not null,
  order_no int8 not null,
  order_id text collate "C" not null,
  changed_at timestamptz not null,
  currency text collate "C" not null,
  amount int8 not null,
  -- The amount in thousandths of the currency, whatever its decimals: 49.90 is found without knowing the currency.
  thousandths int8 not null,
  authorized int8 not null,
  captured int8 not null,
  refunded int8 not null,
  status text collate "C" not null,
  -- Of the newest transaction.
  type text collate "C" not null,
  result text collate "C" not null,
  gateway_code text collate "C" not null,
  -- The newest that a transaction of the order brought.
  brand text collate "C",
  last_four text collate "C",
  reference text collate "C",
  email text collate "C",
  -- An order is always created at the same time, so this is one row for each: lists are read in the order of this key.
  primary key (cell, merchant_id, created_at, order_no)
) with (fillfactor = 80);

-- Each ends like the key, so that a filter is read in the order of the list too. Most orders are approved and captured:
-- who looks for those reads the list itself.
create index found_orders_last_four on found_orders (cell, merchant_id, last_four, created_at, order_no)
  where last_four is not null;
create index found_orders_email on found_orders (cell, merchant_id, email, created_at, order_no)
  where email is not null;
create index found_orders_reference on found_orders (cell, merchant_id, reference, created_at, order_no)
  where reference is not null;
create index found_orders_amount on found_orders (cell, merchant_id, thousandths, created_at, order_no);
create index found_orders_status on found_orders (cell, merchant_id, status, created_at, order_no)
  where status <> 'CAPTURED';
create index found_orders_code on found_orders (cell, merchant_id, gateway_code, created_at, order_no)
  where gateway_code <> 'APPROVED';

-- Transactions counted by the hour and by the day (UTC) in which they began. The merchant '' is all of the cell.
create table figures (
  cell int2 not null,
  merchant_id text collate "C" not null,
  step text collate "C" not null check (step in ('hour', 'day')),
  at timestamptz not null,
  currency text collate "C" not null,
  brand text collate "C" not null,
  type text collate "C" not null,
  result text collate "C" not null,
  gateway_code text collate "C" not null,
  -- Of the payer, where that is what the transaction is about.
  authentication text collate "C" not null,
  count int8 not null,
  amount numeric not null,
  primary key (cell, merchant_id, step, at, currency, brand, type, result, gateway_code, authentication)
) with (fillfactor = 50);

-- How long first answers took: `bucket` counts the bounds that were reached.
create table figure_latencies (
  cell int2 not null,
  merchant_id text collate "C" not null,
  step text collate "C" not null check (step in ('hour', 'day')),
  at timestamptz not null,
  bucket int2 not null,
  count int8 not null,
  primary key (cell, merchant_id, step, at, bucket)
) with (fillfactor = 50);

-- Searches that a user of the console has given a name.
create table saved_filters (
  user_id text collate "C" not null check (char_length(user_id) <= 60),
  merchant_id text collate "C" not null,
  name text not null check (char_length(name) between 1 and 60),
  content text not null check (octet_length(content) <= 4096),
  saved_at timestamptz not null default clock_timestamp(),
  primary key (user_id, merchant_id, name)
);

grant select, insert on projections to tollgate_app;
grant update (feed_no, changed_at) on projections to tollgate_app;
grant select, insert on found_orders to tollgate_app;
grant update (changed_at, authorized, captured, refunded, status, type, result, gateway_code, brand, last_four,
  reference, email) on found_orders to tollgate_app;
grant select, insert on figures, figure_latencies to tollgate_app;
grant update (count, amount) on figures to tollgate_app;
grant update (count) on figure_latencies to tollgate_app;
grant select, insert, delete on saved_filters to tollgate_app;
grant update (content, saved_at) on saved_filters to tollgate_app;
