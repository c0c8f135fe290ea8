-- What merchants keep with the gateway between calls: request values in sessions, cards under tokens. Both are sealed.

-- Secrets lie apart: they go at the first use, while the rest stays until the session's life is over.
create table sessions (
  cell int2 not null,
  merchant_id text collate "C" not null,
  session_id text collate "C" not null check (session_id ~ '^SESSION[0-9A-Z]{24}$'),
  kind text not null check (char_length(kind) <= 40),
  api_version int2 not null,
  version text collate "C" not null check (version ~ '^[0-9a-f]{10}$'),
  update_status text not null check (char_length(update_status) <= 40),
  authentication_limit int2 not null check (authentication_limit between 1 and 25),
  lasting bytea not null check (octet_length(lasting) <= 327680),
  secrets bytea check (octet_length(secrets) <= 65536),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (cell, merchant_id, session_id)
) with (fillfactor = 80);

create index sessions_expiry on sessions (cell, expires_at);

-- A token stays for ever, its card until it is deleted: nobody else's card gets the name. The hash is keyed and the
-- merchant's own.
create table tokens (
  cell int2 not null,
  merchant_id text collate "C" not null,
  token text collate "C" not null check (token ~ '^[0-9A-Za-z]{1,40}$'),
  kind text not null check (char_length(kind) <= 40),
  card_hash bytea not null check (octet_length(card_hash) = 32),
  card bytea check (octet_length(card) <= 4096),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  used_at timestamptz,
  primary key (cell, merchant_id, token)
);

create index tokens_card on tokens (cell, merchant_id, card_hash, created_at) where card is not null;

-- Of what merchants bring, sessions are the only thing that the running gateway may delete.
grant select, insert, delete on sessions to tollgate_app;
grant update (version, update_status, authentication_limit, lasting, secrets, expires_at) on sessions to tollgate_app;
grant select, insert on tokens to tollgate_app;
grant update (kind, card_hash, card, updated_at, used_at) on tokens to tollgate_app;
