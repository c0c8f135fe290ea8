-- A result may come before the answer that asks for its challenge, and only that answer says which ids are right. So results
-- are kept by all their ids, and the one with the ids of the answer counts.
alter table authentication_results
  add column acs_transaction_id text collate "C" not null default '' check (char_length(acs_transaction_id) <= 36),
  add column ds_transaction_id text collate "C" not null default '' check (char_length(ds_transaction_id) <= 36);
update authentication_results
set acs_transaction_id = coalesce(content::json ->> 'acsTransID', ''),
  ds_transaction_id = coalesce(content::json ->> 'dsTransID', '');
alter table authentication_results alter column acs_transaction_id drop default;
alter table authentication_results alter column ds_transaction_id drop default;
alter table authentication_results drop constraint authentication_results_pkey;
alter table authentication_results
  add primary key (cell, server_transaction_id, acs_transaction_id, ds_transaction_id);

-- Until when an answer counts: after that, a result can be told that nobody was told of a challenge, for good.
alter table authentications add column answer_until timestamptz;
update authentications set answer_until = started_at + interval '90 s';
alter table authentications alter column answer_until set not null;
