-- Looks over leases begin at the floor, and whatever is begun or taken over is given a lease that ends after the next one,
-- so that no clock that is set back can bring anything below a floor. Each change is an edition of its own.
alter table lease_floors
  add column next_floor timestamptz,
  add column edition uuid not null default gen_random_uuid();

-- Whatever got below a floor is above it again.
update lease_floors f set floor = least(f.floor, tollgate_now(), (
    select min(t.lease_until) - interval '1 s' from orders o join transactions t using (cell, merchant_id, order_no)
    where o.cell = f.cell and o.open_id = t.transaction_id and not o.kept_busy
  ));
update lease_floors set next_floor = floor;

alter table lease_floors
  alter column next_floor set not null,
  add check (floor <= next_floor);

-- Who is given a lease has a transaction id before it reads, and reads what is committed then, not what its statement
-- sees: whoever read an older edition has a smaller id than anybody who begins to look after the new one was there.
create function next_lease_floor(wanted_cell int2) returns timestamptz language plpgsql volatile as $$
declare
  found timestamptz;
begin
  perform pg_current_xact_id();
  select next_floor into found from lease_floors where cell = wanted_cell;
  return found;
end
$$;

grant update (next_floor, edition) on lease_floors to tollgate_app;
