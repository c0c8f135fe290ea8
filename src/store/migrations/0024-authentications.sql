-- Payer authentication at directory servers of EMV 3-D Secure.

-- How a directory server knows a merchant, as operators wrote it down.
create table merchant_directory_servers (
  cell int2 not null,
  merchant_id text collate "C" not null,
  directory_server text collate "C" not null check (directory_server ~ '^[0-9a-z-]{1,40}$'),
  content text not null check (octet_length(content) <= 8192),
  changed_at timestamptz not null default tollgate_now(),
  primary key (cell, merchant_id, directory_server),
  foreign key (cell, merchant_id) references merchants
);

-- Authentications, written before anything is sent under their id; then what was answered. A result is held against it.
create table authentications (
  cell int2 not null,
  server_transaction_id uuid not null,
  merchant_id text collate "C" not null,
  order_id text collate "C" not null check (char_length(order_id) between 1 and 40),
  transaction_id text collate "C" not null check (char_length(transaction_id) between 1 and 80),
  directory_server text collate "C" not null,
  version text not null check (char_length(version) <= 8),
  started_at timestamptz not null,
  answered_at timestamptz,
  is_challenge boolean,
  acs_transaction_id text check (char_length(acs_transaction_id) <= 36),
  ds_transaction_id text check (char_length(ds_transaction_id) <= 36),
  primary key (cell, server_transaction_id),
  constraint authentications_answered_check check ((answered_at is null) = (is_challenge is null))
) with (fillfactor = 80);

-- The first result that a directory server delivers stands; how often it came again, and with other words, is counted.
-- The proof is in the order as soon as that knows of the result, and is forgotten here.
create table authentication_results (
  cell int2 not null,
  server_transaction_id uuid not null,
  directory_server text collate "C" not null,
  -- By which its delivery recognises itself when the answer of the database was lost.
  delivery_id uuid not null,
  content text not null check (octet_length(content) <= 65536),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  proof text check (octet_length(proof) <= 4096),
  arrived_at timestamptz not null,
  repeats int4 not null default 0,
  contradictions int4 not null default 0,
  primary key (cell, server_transaction_id)
) with (fillfactor = 80);

create index authentication_results_proofs on authentication_results (cell, arrived_at) where proof is not null;

grant select, insert, delete on merchant_directory_servers to tollgate_app;
grant update (content, changed_at) on merchant_directory_servers to tollgate_app;
grant select, insert on authentications, authentication_results to tollgate_app;
grant update (answered_at, is_challenge, acs_transaction_id, ds_transaction_id) on authentications to tollgate_app;
grant update (proof, repeats, contradictions) on authentication_results to tollgate_app;
