-- Pages name an entry of a list by its number: what is compared, of a card its keyed hash, is shown to nobody.
alter table risk_list_entries add column entry_no int8 generated always as identity;
create unique index risk_list_entries_no on risk_list_entries (merchant_id, list, entry_no);

-- Counters go within two hours after nothing of them counts any more. To the hour, so that counting changes the index seldom.
alter table risk_counts alter column stale_from type timestamptz using stale_from;
comment on column risk_counts.stale_from is 'From then on nothing of it counts any more.';
