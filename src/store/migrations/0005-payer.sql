-- What a payer's browser does between two calls of a merchant: addresses it is sent to, sessions it logs in with, and
-- what it did at the pages of the sandbox's issuer and provider.

-- A later step of a transaction is written down under the transaction's id, a unit separator and the operation.
alter table transactions drop constraint transactions_transaction_id_check;
alter table transactions add constraint transactions_transaction_id_check
  check (char_length(transaction_id) between 1 and 80);

-- How often a browser has used the session as its password, and where to find the session it names: it does not know
-- whose it is.
alter table sessions add column authentications int2 not null default 0 check (authentications >= 0);
-- The first order that it was used for is the only one. A session that a payer's form opened is no password at all.
alter table sessions add column used_for text collate "C" check (char_length(used_for) between 1 and 40);
alter table sessions drop constraint sessions_authentication_limit_check;
alter table sessions add constraint sessions_authentication_limit_check check (authentication_limit between 0 and 25);
create index sessions_id on sessions (cell, session_id);

-- Addresses given away, by the hash of what makes them unguessable: whoever reads this table can use none of them.
create table callbacks (
  cell int2 not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  merchant_id text collate "C" not null,
  order_id text collate "C" not null check (char_length(order_id) between 1 and 40),
  transaction_id text collate "C" not null check (char_length(transaction_id) between 1 and 80),
  kind text not null check (char_length(kind) <= 40),
  content text not null check (octet_length(content) <= 65536),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid,
  primary key (cell, token_hash),
  constraint callbacks_used_check check ((used_at is null) = (used_by is null))
) with (fillfactor = 80);

create index callbacks_expiry on callbacks (cell, expires_at);

-- Inserted, then decided once.
create table simulator.interactions (
  interaction_id text collate "C" primary key check (char_length(interaction_id) between 1 and 80),
  kind text not null check (char_length(kind) <= 40),
  asked text not null check (octet_length(asked) <= 1048576),
  decision text check (octet_length(decision) <= 65536),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  constraint interactions_decided_check
    check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
);

grant update (authentications, used_for) on sessions to tollgate_app;
grant select, insert, delete on callbacks to tollgate_app;
grant update (used_at, used_by) on callbacks to tollgate_app;
grant select, insert on simulator.interactions to tollgate_app;
grant update (decision, decided_at, decided_by) on simulator.interactions to tollgate_app;
