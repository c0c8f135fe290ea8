-- Risk rules: what holds for a merchant, lists, and counters of attempts.

-- The rules of one scope: a merchant's, or with an empty name those of the gateway for all merchants. Every change takes the
-- next number while the audit log is locked, so that numbers are committed in their order: nodes read what is newer than
-- what they know.
create sequence risk_changes;
create table risk_rule_sets (
  merchant_id text collate "C" primary key check (char_length(merchant_id) <= 40),
  change_no int8 not null unique,
  content text not null check (octet_length(content) <= 262144),
  changed_at timestamptz not null default tollgate_now()
);

-- Who is trusted or suspected. Cards are keyed hashes, with their masked numbers to be shown; everything else is in lower case.
create table risk_list_entries (
  merchant_id text collate "C" not null references risk_rule_sets,
  list text not null check (list in ('TRUSTED', 'SUSPECT')),
  kind text not null check (kind in ('CARD', 'EMAIL', 'IP_ADDRESS', 'NAME')),
  value text collate "C" not null check (char_length(value) between 1 and 200),
  shown text not null check (char_length(shown) between 1 and 200),
  note text not null default '' check (char_length(note) <= 200),
  added_by text not null check (char_length(added_by) <= 200),
  added_at timestamptz not null default tollgate_now(),
  primary key (merchant_id, list, kind, value)
);

-- Attempts by what they are counted by, in slots of a twelfth of the window, the newest first. One row, so that an update
-- always sees the newest commit of every other node.
create table risk_counts (
  cell int2 not null,
  merchant_id text collate "C" not null,
  counter bytea not null check (octet_length(counter) = 16),
  newest int8 not null,
  attempts int8[] not null check (array_length(attempts, 1) = 13),
  amounts int8[] not null check (array_length(amounts, 1) = 13),
  -- A day on which nothing of it counts any more.
  stale_from date not null,
  primary key (cell, merchant_id, counter)
) with (fillfactor = 50);
create index risk_counts_stale on risk_counts (cell, stale_from);

-- Slots of a counter that has come to another slot, with what was added to the newest.
create function risk_slots(slots int8[], newest int8, slot int8, added int8) returns int8[]
language sql immutable parallel safe
as $$
  select array_prepend(moved[1] + added, moved[2:13])
  from (select (array_fill(0::int8, array[least(greatest(slot - newest, 0), 13)::int4]) || slots)[1:13] as moved) m
$$;

create function risk_total(slots int8[]) returns int8
language sql immutable parallel safe
as $$ select sum(each)::int8 from unnest(slots) each $$;

grant usage on sequence risk_changes to tollgate_app;
grant select, insert on risk_rule_sets to tollgate_app;
grant update (change_no, content, changed_at) on risk_rule_sets to tollgate_app;
grant select, insert, delete on risk_list_entries to tollgate_app;
grant update (shown, note, added_by, added_at) on risk_list_entries to tollgate_app;
grant select, insert, delete on risk_counts to tollgate_app;
grant update (newest, attempts, amounts, stale_from) on risk_counts to tollgate_app;
