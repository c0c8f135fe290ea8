-- The books of the simulated acquirer: another party's truth, to compare the gateway's with. Nothing in the gateway's own
-- tables refers to them. A database of before there were these migrations may have the tables already, made in exactly this
-- form by the gateway's own migrations 3 and 5: then they are taken over with what is in them.
grant usage on schema simulator to tollgate_app;
grant select on simulator.schema_migrations to tollgate_app;

-- Entries are found by a digest of the merchant's and the order's id: those are long and random, and a short key is
-- what keeps a million of them cheap. Entries are inserted; the one thing that changes is that they are undone.
create table if not exists simulator.entries (
  entry_no int8 generated always as identity primary key,
  order_key bytea not null check (octet_length(order_key) = 16),
  merchant_id text collate "C" not null,
  order_id text collate "C" not null,
  transaction_id text collate "C" not null,
  kind text collate "C" not null check (char_length(kind) <= 40),
  amount int8 not null check (amount >= 0),
  currency text not null,
  original_id text collate "C",
  state text not null default 'posted' check (state in ('posted', 'undone')),
  posted_at_ms int8 not null,
  unique (order_key, transaction_id, kind)
);

grant select, insert on simulator.entries to tollgate_app;
grant update (state) on simulator.entries to tollgate_app;
