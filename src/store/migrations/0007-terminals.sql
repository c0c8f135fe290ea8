-- Keys of terminals that seal card data at the point of entry. Their values lie in keys, wrapped; here is what they are
-- for. A retired one stays by name, so that a terminal that still uses it can be told why it is refused.
create table base_keys (
  base_key_id text collate "C" primary key check (base_key_id ~ '^[0-9a-f]{12}$'),
  algorithm text not null check (algorithm in ('TDES', 'AES-128', 'AES-192', 'AES-256')),
  -- What the key serial numbers of its terminals begin with.
  key_set_id text collate "C" not null check (key_set_id ~ '^[0-9A-F]{6,10}$'),
  -- Whose terminals; null are anybody's.
  merchant_id text collate "C" references merchants (merchant_id),
  check_value text not null check (check_value ~ '^[0-9A-F]{6,10}$'),
  -- Everybody knows its value: good in a sandbox, and nowhere else.
  is_test boolean not null default false,
  created_at timestamptz not null default tollgate_now(),
  retired_at timestamptz,
  constraint base_keys_aes_check check (algorithm = 'TDES' or char_length(key_set_id) = 8)
);

create index base_keys_found on base_keys (key_set_id, merchant_id);

-- One key for a serial number, at any time.
create unique index base_keys_active on base_keys (key_set_id, coalesce(merchant_id, '')) where retired_at is null;

-- They are imported and retired by the owner, as keys are rotated.
grant select on base_keys to tollgate_app;

-- What came under a key serial number, as keyed hashes: one initialization vector and at most two payloads, or a captured
-- payload could be sent with changes until its number is known.
create table sealed_uses (
  merchant_id text collate "C" not null,
  serial_hash bytea not null check (octet_length(serial_hash) = 32),
  vector_hash bytea not null check (octet_length(vector_hash) = 32),
  first_hash bytea not null check (octet_length(first_hash) = 32),
  second_hash bytea check (octet_length(second_hash) = 32),
  first_at timestamptz not null default tollgate_now()
);

create index sealed_uses_age on sealed_uses (first_at);
alter table sealed_uses add primary key (merchant_id, serial_hash);

-- What came first stays until it is swept.
grant select, insert, delete on sealed_uses to tollgate_app;
grant update (second_hash) on sealed_uses to tollgate_app;
