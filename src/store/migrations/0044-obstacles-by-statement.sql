-- Why an order is not erased or archived now, as before, but statement by statement. Where tables are spread over servers,
-- a statement cannot use the parameters of a function in SQL, nor read a table of the coordinator beside one of a cell.
create or replace function erasure_obstacle(wanted_cell int2, wanted_merchant text, wanted_order text) returns text
language plpgsql stable as $$
declare
  obstacle text;
begin
  select case
      when o.open_id is not null then 'RUNNING'
      when exists (
        select from obligations b
        where b.cell = wanted_cell and b.merchant_id = wanted_merchant and b.order_no = o.order_no
          and b.status = 'PENDING'
      ) then 'OWED'
      when exists (
        select from outbox b
        where b.cell = wanted_cell and b.merchant_id = wanted_merchant and b.order_no = o.order_no
      ) or exists (
        select from notifications n
        where n.cell = wanted_cell and n.merchant_id = wanted_merchant and n.order_no = o.order_no
          and n.feed_no > coalesce((select p.feed_no from projections p where p.cell = wanted_cell), 0)
      ) then 'UNTOLD'
    end
  into obstacle
  from orders o
  where o.cell = wanted_cell and o.merchant_id = wanted_merchant and o.order_id = wanted_order;
  return obstacle;
end $$;

create or replace function archive_obstacle(wanted_cell int2, wanted_merchant text, wanted_order text) returns text
language plpgsql stable as $$
declare
  days constant int4 := coalesce(retention_days(wanted_cell, wanted_merchant), 0);
  recent_from constant timestamptz := tollgate_now() - days * interval '1 day';
  obstacle text := erasure_obstacle(wanted_cell, wanted_merchant, wanted_order);
begin
  if obstacle is not null then
    return obstacle;
  end if;
  select case
      when exists (
        select from notifications n
        where n.cell = wanted_cell and n.merchant_id = wanted_merchant and n.order_no = o.order_no
          and n.state = 'WAITING'
      ) then 'UNTOLD'
      when exists (
        select from risk_reviews r
        where r.cell = wanted_cell and r.merchant_id = wanted_merchant and r.order_id = wanted_order
      ) then 'REVIEW'
      when days = 0 or not exists (
        select from outcomes u
        where u.cell = wanted_cell and u.merchant_id = wanted_merchant and u.order_no = o.order_no
      ) or exists (
        select from outcomes u
        where u.cell = wanted_cell and u.merchant_id = wanted_merchant and u.order_no = o.order_no
          and u.recorded_at >= recent_from
      ) then 'RECENT'
    end
  into obstacle
  from orders o
  where o.cell = wanted_cell and o.merchant_id = wanted_merchant and o.order_id = wanted_order;
  return obstacle;
end $$;

-- Whoever erases does so with the owner's rights, and there one transaction cannot change rows of a cell with the rights of
-- two. So the cards that payers saved with these orders, and all of this payer, go in the same way; gives how many.
create function erase_saved_cards(wanted_cell int2, wanted_merchant text, wanted_orders text[], wanted_payer bytea)
returns int4 language plpgsql security definer set search_path = public, pg_temp as $$
declare
  saved record;
  number int4 := 0;
begin
  for saved in
    select payer, token from saved_cards
    where cell = wanted_cell and merchant_id = wanted_merchant
      and (order_id = any (wanted_orders) or payer = wanted_payer)
    order by token, payer
  loop
    perform remove_saved_card(wanted_cell, wanted_merchant, saved.payer, saved.token);
    number := number + 1;
  end loop;
  return number;
end $$;
revoke execute on function erase_saved_cards from public;
grant execute on function erase_saved_cards to tollgate_app;
