-- Orders of one merchant as a shop has them, $2 of them over the last 90 days, the newest last: rows of the journal, of the
-- feed and of the search, as taking in the feed would have written them. $3 and $4 are a request and an outcome.
with made as materialized (
  select 'shop-' || to_char(n + $5::int4, 'FM00000000') as order_id, nextval('order_numbers') as order_no,
    tollgate_now() - interval '90 days' * (1 - (n + $5::int4)::float8 / $6::int4) as at, random() as fate,
    random() as card, floor(random() * 10000)::int4 as digits,
    (array[990, 1490, 1990, 2499, 4990, 9900])[1 + floor(random() * 6)::int4] * (1 + floor(random() * 20)::int4) as amount,
    case when random() < 0.7 then 'payer' || floor(random() * 300000)::int4 || '@example.com' end as email,
    case when random() < 0.6 then 'R-' || floor(random() * 10000000)::int4 end as reference,
    case when random() < 0.8 then 'EUR' else 'USD' end as currency
  from generate_series(1, $2::int4) n
),
told as materialized (
  select *,
    case when fate < 0.72 then 'CAPTURED' when fate < 0.80 then 'AUTHORIZED' when fate < 0.92 then 'FAILED'
      when fate < 0.95 then 'REFUNDED' when fate < 0.97 then 'PARTIALLY_REFUNDED' when fate < 0.99 then 'CANCELLED'
      else 'PARTIALLY_CAPTURED' end as status,
    case when fate >= 0.80 and fate < 0.92 then case when card < 0.6 then 'DECLINED' when card < 0.9 then
      'INSUFFICIENT_FUNDS' when card < 0.98 then 'EXPIRED_CARD' else 'TIMED_OUT' end else 'APPROVED' end as code,
    case when card < 0.5 then 'NETWORK_B' when card < 0.9 then 'NETWORK_C' when card < 0.97 then 'NETWORK_A'
      else 'NETWORK_D' end as brand
  from made
),
ordered as (
  insert into orders (cell, merchant_id, order_id, order_no, version, currency, amount, authorized, captured,
    status, sequence, created_at)
  select 0, $1::text, order_id, order_no, 2, currency, amount, amount, 0, status, 1, at from told
),
begun as (
  insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
    api_version, currency, amount, fingerprint, request, started_at, lease_until, facts)
  select 0, $1, order_no, '1', 1, gen_random_uuid(), 'PAY', 'PAYMENT', 73, currency, amount,
    sha256(order_id::bytea), $3::text, at, at, concat_ws(chr(31), brand, lpad(digits::text, 4, '0'), '512345',
    'CREDIT', coalesce(email, ''), coalesce(reference, ''))
  from told
),
closed as (
  insert into outcomes (cell, merchant_id, order_no, transaction_id, fence, sequence, amount, result,
    gateway_code, outcome, recorded_at)
  select 0, $1, order_no, '1', 1, 1, amount, case code when 'APPROVED' then 'SUCCESS' else 'FAILURE' end, code,
    $4::text, at + interval '120 ms'
  from told
)
insert into notifications (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id, transaction_id,
  changed_at, state)
select 0, $1, nextval('feed_numbers'), gen_random_uuid(), order_no, 1, order_id, '1', at, 'NOWHERE' from told
