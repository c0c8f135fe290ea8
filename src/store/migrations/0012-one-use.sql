-- What each key serial number was used for, as keyed hashes: one order and one transaction of it. Nothing yet, where it
-- was only asked what is on the card. What was used stays used; only what was not is swept after a month.
alter table sealed_uses
  add column order_hash bytea check (octet_length(order_hash) = 32),
  add column transaction_hash bytea check (octet_length(transaction_hash) = 32),
  add check ((order_hash is null) = (transaction_hash is null));

drop index sealed_uses_age;
create index sealed_uses_age on sealed_uses (first_at) where order_hash is null;

grant update (order_hash, transaction_hash) on sealed_uses to tollgate_app;

-- For which order and transaction a session's secrets are being used: of several payments at the same moment, one has them.
alter table sessions add column claimed_for text collate "C" check (char_length(claimed_for) <= 100);
grant update (claimed_for) on sessions to tollgate_app;
