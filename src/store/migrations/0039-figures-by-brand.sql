-- Figures as they are shown: what a row counts is decided when it is taken in, once, and not whenever somebody looks. So
-- a range is read from a fraction of the rows, and everything is kept by brand too. Days and hours are of UTC; the
-- merchant '' is all of the cell.
drop table figures;
drop table figure_latencies;

create table figure_sums (
  cell int2 not null,
  merchant_id text collate "C" not null,
  step text collate "C" not null check (step in ('hour', 'day')),
  at timestamptz not null,
  currency text collate "C" not null,
  -- Of the card; of a follow-up, that of the payment before it. Empty: no card, or none that is known.
  brand text collate "C" not null,
  -- Payments, by how they ended.
  approved int8 not null,
  declined int8 not null,
  undecided int8 not null,
  -- Minor units.
  authorized numeric not null,
  captured numeric not null,
  refunded numeric not null,
  primary key (cell, merchant_id, step, at, currency, brand)
) with (fillfactor = 50);

-- `name` of a decline is the gateway code, of an authentication the payer's status, of a latency the bucket that a
-- first answer fell into: the number of bounds that it reached.
create table figure_counts (
  cell int2 not null,
  merchant_id text collate "C" not null,
  step text collate "C" not null check (step in ('hour', 'day')),
  at timestamptz not null,
  kind text collate "C" not null check (kind in ('authentication', 'decline', 'latency')),
  name text collate "C" not null,
  brand text collate "C" not null,
  count int8 not null,
  primary key (cell, merchant_id, step, at, kind, name, brand)
) with (fillfactor = 50);

-- Everything is taken in again from the beginning; orders are found all the while.
update projections set feed_no = 0;

grant select, insert on figure_sums, figure_counts to tollgate_app;
grant update (approved, declined, undecided, authorized, captured, refunded) on figure_sums to tollgate_app;
grant update (count) on figure_counts to tollgate_app;
