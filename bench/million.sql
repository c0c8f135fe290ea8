-- The rows of one payment, $2 times under random ids: merchant, count, request, outcome, bytes of a sealed card.
with made as materialized (
  select md5(random()::text || n) as order_id, nextval('order_numbers') as order_no, tollgate_now() as at
  from generate_series(1, $2::int4) n
),
ordered as (
  insert into orders (cell, merchant_id, order_id, order_no, version, currency, amount, authorized, status,
    sequence, created_at)
  select 0, $1::text, order_id, order_no, 2, 'USD', 10000, 10000, 'AUTHORIZED', 1, at from made
),
begun as (
  insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
    api_version, currency, amount, fingerprint, request, card, started_at, lease_until)
  select 0, $1, order_no, '1', 1, gen_random_uuid(), 'AUTHORIZE', 'AUTHORIZATION', 73, 'USD', 10000,
    sha256(order_id::bytea), $3::text, substr(repeat(order_id, 8)::bytea, 1, $5::int4), at, at
  from made
),
closed as (
  insert into outcomes (cell, merchant_id, order_no, transaction_id, fence, sequence, amount, result,
    gateway_code, outcome, recorded_at)
  select 0, $1, order_no, '1', 1, 1, 10000, 'SUCCESS', 'APPROVED', $4::text, at from made
),
booked as (
  insert into simulator.entries (order_key, merchant_id, order_id, transaction_id, kind, amount, currency,
    posted_at_ms)
  select substr(sha256(order_id::bytea), 1, 16), $1, order_id, '1', 'hold', 10000, 'USD', extract(epoch from at) * 1000
  from made
)
insert into notifications (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id, transaction_id,
  changed_at, state)
select 0, $1, nextval('feed_numbers'), gen_random_uuid(), order_no, 1, order_id, '1', at, 'NOWHERE' from made
