-- Moving a merchant to another cell while it pays. For a few seconds nothing of it is begun; then its rows change their cell
-- in one commit.

-- Where it is being moved to: until that is over, or called off, nothing of it is begun or kept. Whoever moves it may be
-- killed: after the time, by the clock that nobody moves, nodes call it off themselves.
alter table merchants
  add column moving_to int2 check (moving_to >= 0),
  add column moving_until timestamptz,
  add column moving_run uuid,
  -- Cells besides its own that have something of it, or soon will: addresses given to browsers name the cell that they were
  -- issued in, and stay there.
  add column other_cells int2[],
  add constraint merchants_moving_check
    check ((moving_to is null) = (moving_until is null) and (moving_to is null) = (moving_run is null));
create index merchants_other_cells on merchants (merchant_id) where other_cells is not null;

-- What hangs on a merchant follows it in the same commit.
alter table merchant_passwords alter constraint merchant_passwords_cell_merchant_id_fkey deferrable;
alter table merchant_certificates alter constraint merchant_certificates_cell_merchant_id_fkey deferrable;
alter table merchant_secrets alter constraint merchant_secrets_cell_merchant_id_fkey deferrable;
alter table merchant_directory_servers alter constraint merchant_directory_servers_cell_merchant_id_fkey deferrable;

-- Search and figures took it in where it was before.
alter table notifications add column has_moved boolean not null default false;

-- Whether the node begins nothing of a merchant that is being moved: nodes of releases before this one do.
alter table nodes add column heeds_moves boolean not null default false;

-- What begin has to know: as next_lease_floor, and which of the merchants are not to be begun in this cell. The transaction
-- has its id before it reads, and reads what is committed then: so whoever sees no older id running sees all that was begun
-- by those who did not know of a move. A subselect hides how long the array is, so that one plan serves for all.
create function begin_bounds(
  wanted_cell int2, wanted_merchants text[], out floor timestamptz, out away text[]
) language plpgsql volatile as $$
begin
  perform pg_current_xact_id();
  select next_floor into floor from lease_floors where cell = wanted_cell;
  perform from merchants m
  where m.merchant_id = any ((select wanted_merchants)::text[]) and (m.cell <> wanted_cell or m.moving_to is not null);
  if found then
    away := array(
      select m.merchant_id from merchants m
      where m.merchant_id = any ((select wanted_merchants)::text[]) and (m.cell <> wanted_cell or m.moving_to is not null)
    );
  end if;
end
$$;

-- The same for what is kept for a merchant otherwise. Lock not available: nothing was done, and it may be tried again.
create function at_home(wanted_cell int2, wanted_merchant text) returns boolean language plpgsql volatile as $$
begin
  perform pg_current_xact_id();
  perform from merchants
  where merchant_id = wanted_merchant and (cell <> wanted_cell or moving_to is not null);
  if found then
    raise exception 'the merchant is in another cell, or on its way' using errcode = 'lock_not_available';
  end if;
  return true;
end
$$;

-- Calls off a move whose time is over, unless its rows are being moved at this moment: then its row is locked.
create function call_off_move(wanted_merchant text) returns boolean language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  update merchants set moving_to = null, moving_until = null, moving_run = null
  where merchant_id = (
    select merchant_id from merchants
    where merchant_id = wanted_merchant and moving_until < clock_timestamp()
    for update skip locked
  );
  return found;
end
$$;
