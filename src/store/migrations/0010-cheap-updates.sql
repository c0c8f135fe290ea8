-- What was left open is found by its lease, not by an index over orders: each payment opens and closes its order, and
-- while an index looks at that, no update of an order stays within its page.
-- Conditions that always hold: only who repeats them gets these indexes, and no other statement, planned while the
-- tables are empty, takes one of them for as good as the primary key.
create index orders_number on orders (cell, order_no) where order_no > 0;
create index transactions_lease on transactions (cell, lease_until) where lease_until > '-infinity';
alter table orders set (fillfactor = 50);

-- How far leases have been looked through: nothing that ended before is open any more.
create table lease_floors (
  cell int2 primary key,
  floor timestamptz not null
) with (fillfactor = 50);

insert into lease_floors (cell, floor)
select c.cell, coalesce((
    select min(t.lease_until) - interval '1 s' from orders o join transactions t using (cell, merchant_id, order_no)
    where o.cell = c.cell and o.open_id = t.transaction_id and not o.kept_busy
  ), clock_timestamp())
from (select distinct cell from merchants) c;

drop index orders_open;

grant select, insert on lease_floors to tollgate_app;
grant update (floor) on lease_floors to tollgate_app;
