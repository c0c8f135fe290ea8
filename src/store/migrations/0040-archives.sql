-- Orders that are closed and older than their merchant's term go to files, and their rows are deleted. The gateway's role
-- can still not delete what was recorded: it can only ask for this one change, for an order whose term is over, under an
-- archive that was written and read back.

-- The archive that has the rest of the order. The row itself stays: its id is never used again, and its totals are what the
-- books are held against.
alter table orders add column archive_no int8;

create sequence archive_numbers as int8;

-- One file of orders of one merchant. WRITING: the file is being made, and nothing relies on it. WRITTEN: it was read back,
-- and its orders are being deleted. DONE: that is over.
create table archives (
  cell int2 not null,
  archive_no int8 not null default nextval('archive_numbers'),
  merchant_id text collate "C" not null,
  state text not null default 'WRITING' check (state in ('WRITING', 'WRITTEN', 'DONE')),
  -- Who is at it, and until when nobody else takes it over.
  run_id uuid not null,
  leased_until timestamptz not null,
  began_at timestamptz not null default tollgate_now(),
  began_by text not null check (char_length(began_by) <= 200),
  file_name text check (char_length(file_name) <= 200),
  digest bytea check (octet_length(digest) = 32),
  orders int4,
  archived int4,
  ended_at timestamptz,
  primary key (cell, archive_no),
  constraint archives_written_check
    check (state = 'WRITING' or (file_name is not null and digest is not null and orders is not null)),
  constraint archives_done_check check ((state = 'DONE') = (ended_at is not null and archived is not null))
);
-- A merchant has one at a time that is not done: whoever comes next finishes it first.
create unique index archives_unfinished on archives (cell, merchant_id) where state <> 'DONE';

-- How many days after their last change a merchant's orders are kept; 0: for ever.
create function retention_days(wanted_cell int2, wanted_merchant text) returns int4 language sql stable as $$
select coalesce((profile::json ->> 'retentionDays')::int4, 0) from merchants
where cell = wanted_cell and merchant_id = wanted_merchant
$$;

-- Why an order is not archived now; null if it can be. Beside what an erasure waits for: somebody is yet to be told of it
-- (UNTOLD), a reviewer has to decide (REVIEW), or it changed too recently for its merchant's term (RECENT).
create function archive_obstacle(wanted_cell int2, wanted_merchant text, wanted_order text) returns text
language sql stable as $$
select coalesce(
    erasure_obstacle(wanted_cell, wanted_merchant, wanted_order),
    case
      when exists (
        select from notifications n
        where n.cell = wanted_cell and n.merchant_id = wanted_merchant and n.order_no = o.order_no
          and n.state = 'WAITING'
      ) then 'UNTOLD'
      when exists (
        select from risk_reviews r
        where r.cell = wanted_cell and r.merchant_id = wanted_merchant and r.order_id = wanted_order
      ) then 'REVIEW'
      when retention_days(wanted_cell, wanted_merchant) = 0 or not exists (
        select from outcomes u
        where u.cell = wanted_cell and u.merchant_id = wanted_merchant and u.order_no = o.order_no
      ) or exists (
        select from outcomes u
        where u.cell = wanted_cell and u.merchant_id = wanted_merchant and u.order_no = o.order_no
          and u.recorded_at >= tollgate_now() - retention_days(wanted_cell, wanted_merchant) * interval '1 day'
      ) then 'RECENT'
    end)
from orders o
where o.cell = wanted_cell and o.merchant_id = wanted_merchant and o.order_id = wanted_order
$$;

-- Everything that is recorded about an order as one line of a file, with numbers of money as text: without sealed cards, and
-- without what an erasure takes out, so that no file ever has to be changed. Null where it is archived already.
create function archive_line(wanted_cell int2, wanted_merchant text, wanted_order text) returns text
language plpgsql stable as $$
declare
  fields constant jsonb := personal_fields();
  tree constant jsonb := fields || jsonb_build_object(
    'fields', fields, 'additions', jsonb_build_object('orderGroups', fields, 'firstRequest', fields),
    'ofOrder', fields, 'ofBeginning', fields, 'answer', fields);
begin
  return (
    select jsonb_build_object(
      'order', to_jsonb(o) - array['cell', 'open_id', 'kept_busy', 'archive_no']
        || jsonb_build_object('version', o.version::text, 'amount', o.amount::text, 'excess', o.excess::text,
          'authorized', o.authorized::text, 'captured', o.captured::text, 'refunded', o.refunded::text),
      'transactions', (
        select jsonb_agg(to_jsonb(t) - array['cell', 'merchant_id', 'order_no', 'card', 'facts', 'request', 'lease_until',
            'node_id', 'attempt']
          || jsonb_build_object('amount', t.amount::text,
            'request', without_personal(readable_document(t.request), tree)) order by t.fence)
        from transactions t
        where t.cell = o.cell and t.merchant_id = o.merchant_id and t.order_no = o.order_no),
      'outcomes', (
        select jsonb_agg(to_jsonb(u) - array['cell', 'merchant_id', 'order_no', 'outcome']
          || jsonb_build_object('amount', u.amount::text,
            'outcome', without_personal(readable_document(u.outcome), tree)) order by u.sequence)
        from outcomes u
        where u.cell = o.cell and u.merchant_id = o.merchant_id and u.order_no = o.order_no),
      'exchanges', (
        select jsonb_agg(to_jsonb(x) - array['cell', 'merchant_id', 'order_no', 'content']
          || jsonb_build_object('content', without_personal(readable_document(x.content), tree)) order by x.recorded_at)
        from exchanges x
        where x.cell = o.cell and x.merchant_id = o.merchant_id and x.order_no = o.order_no),
      'obligations', (
        select jsonb_agg(to_jsonb(b) - array['cell', 'merchant_id', 'order_no', 'order_id'] order by b.fence)
        from obligations b
        where b.cell = o.cell and b.merchant_id = o.merchant_id and b.order_no = o.order_no),
      'notifications', (
        select jsonb_agg(to_jsonb(n) - array['cell', 'merchant_id', 'order_no', 'order_id', 'leased_until']
          || jsonb_build_object('deliveries', (
            select jsonb_agg(to_jsonb(d) - array['cell', 'merchant_id', 'feed_no'] order by d.attempt)
            from deliveries d
            where d.cell = n.cell and d.merchant_id = n.merchant_id and d.feed_no = n.feed_no)) order by n.sequence)
        from notifications n
        where n.cell = o.cell and n.merchant_id = o.merchant_id and n.order_no = o.order_no)
    )::text
    from orders o
    where o.cell = wanted_cell and o.merchant_id = wanted_merchant and o.order_id = wanted_order
      and o.archive_no is null
  );
end $$;

-- ARCHIVED, also where it was before in this archive; ELSEWHERE: in another one; CHANGED since it was written; UNKNOWN; or
-- what is in the way. The order's row is locked, and its version grows: whoever has planned on what was read before plans
-- again, and finds it archived. It never waits for a payment.
create function archive_order(
  wanted_cell int2, wanted_merchant text, wanted_order text, written_version int8, wanted_archive int8
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known orders;
  obstacle text;
begin
  perform from archives
  where cell = wanted_cell and archive_no = wanted_archive and merchant_id = wanted_merchant and state = 'WRITTEN';
  if not found then
    raise exception 'archive % is not written', wanted_archive using errcode = 'restrict_violation';
  end if;
  select * into known from orders
  where cell = wanted_cell and merchant_id = wanted_merchant and order_id = wanted_order
  for update skip locked;
  if known.order_no is null then
    perform from orders
    where cell = wanted_cell and merchant_id = wanted_merchant and order_id = wanted_order;
    return case when found then 'RUNNING' else 'UNKNOWN' end;
  end if;
  if known.archive_no is not null then
    return case when known.archive_no = wanted_archive then 'ARCHIVED' else 'ELSEWHERE' end;
  end if;
  if known.version <> written_version then
    return 'CHANGED';
  end if;
  obstacle := archive_obstacle(wanted_cell, wanted_merchant, wanted_order);
  if obstacle is not null then
    return obstacle;
  end if;
  delete from deliveries d using notifications n
  where n.cell = wanted_cell and n.merchant_id = wanted_merchant and n.order_no = known.order_no
    and d.cell = wanted_cell and d.merchant_id = wanted_merchant and d.feed_no = n.feed_no;
  delete from notifications
  where cell = wanted_cell and merchant_id = wanted_merchant and order_no = known.order_no;
  delete from obligations
  where cell = wanted_cell and merchant_id = wanted_merchant and order_no = known.order_no;
  delete from exchanges
  where cell = wanted_cell and merchant_id = wanted_merchant and order_no = known.order_no;
  delete from outcomes
  where cell = wanted_cell and merchant_id = wanted_merchant and order_no = known.order_no;
  delete from transactions
  where cell = wanted_cell and merchant_id = wanted_merchant and order_no = known.order_no;
  delete from found_orders
  where cell = wanted_cell and merchant_id = wanted_merchant and created_at = known.created_at
    and order_no = known.order_no;
  update orders set archive_no = wanted_archive, version = version + 1
  where cell = wanted_cell and merchant_id = wanted_merchant and order_id = wanted_order;
  return 'ARCHIVED';
end $$;

grant select, insert on archives to tollgate_app;
grant update (state, run_id, leased_until, file_name, digest, orders, archived, ended_at) on archives to tollgate_app;
grant usage on archive_numbers to tollgate_app;
revoke execute on function archive_order from public;
grant execute on function archive_order to tollgate_app;
