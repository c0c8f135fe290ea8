-- People who use the console: how they sign in, and the sessions in which they are signed in. All by the real clock: a
-- sandbox that moves its own must not sign anybody out.
create table console_users (
  user_id uuid primary key,
  -- Null: an operator, who belongs to no merchant.
  merchant_id text collate "C",
  email text collate "C" not null unique check (char_length(email) between 1 and 254 and email = lower(email)),
  name text not null check (char_length(name) <= 100),
  role text not null check (role in ('ADMINISTRATOR', 'OPERATIONS', 'DEVELOPER', 'READ_ONLY', 'OPERATOR')),
  password_hash text check (char_length(password_hash) <= 200),
  -- The sealed secret of one-time codes, and the time step of the newest code that was accepted: each counts once.
  totp_secret bytea check (octet_length(totp_secret) <= 200),
  totp_step int8 not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  signed_in_at timestamptz,
  disabled_at timestamptz,
  check ((role = 'OPERATOR') = (merchant_id is null))
) with (fillfactor = 80);
create index console_users_of_merchant on console_users (merchant_id, email);

create table console_passkeys (
  credential_id bytea primary key check (octet_length(credential_id) between 1 and 1023),
  user_id uuid not null references console_users on delete cascade,
  public_key bytea not null check (octet_length(public_key) <= 2048),
  sign_count int8 not null,
  transports text not null check (char_length(transports) <= 100),
  name text not null check (char_length(name) <= 60),
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
) with (fillfactor = 80);
create index console_passkeys_of_user on console_passkeys (user_id);

-- Each is good once, and gone then.
create table console_recovery_codes (
  user_id uuid not null references console_users on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- At most one for each user; gone when it was used.
create table console_invitations (
  user_id uuid primary key references console_users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);

create table console_sessions (
  session_id uuid primary key,
  user_id uuid not null references console_users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The token before the last step-up: calls that were under way with it are not refused.
  earlier_hash bytea check (octet_length(earlier_hash) = 32),
  earlier_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- Written at most once a minute.
  seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  stepped_up_at timestamptz,
  address text not null check (char_length(address) <= 60),
  agent text not null check (char_length(agent) <= 300)
) with (fillfactor = 70);
create index console_sessions_of_user on console_sessions (user_id);
create index console_sessions_by_earlier on console_sessions (earlier_hash) where earlier_hash is not null;
create index console_sessions_by_end on console_sessions (expires_at);

-- Challenges of passkeys that were answered: an answer counts once. A row is needed until its challenge has expired.
create table console_answered_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  expires_at timestamptz not null
);
create index console_answered_challenges_by_end on console_answered_challenges (expires_at);

-- Tries to sign in that did not succeed, by a keyed hash of who and from which network, or of the network alone.
create table console_sign_in_tries (
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  failures int4 not null,
  -- The next try is admitted from here on.
  open_at timestamptz not null,
  -- The newest try that was admitted, and when.
  try_id uuid not null,
  tried_at timestamptz not null
) with (fillfactor = 70);
create index console_sign_in_tries_by_time on console_sign_in_tries (tried_at);

grant select, insert on console_users, console_passkeys, console_recovery_codes, console_invitations, console_sessions,
  console_answered_challenges, console_sign_in_tries to tollgate_app;
grant update (name, role, password_hash, totp_secret, totp_step, signed_in_at, disabled_at) on console_users to tollgate_app;
grant update (sign_count, used_at) on console_passkeys to tollgate_app;
grant update (token_hash, expires_at) on console_invitations to tollgate_app;
grant update (token_hash, earlier_hash, earlier_until, seen_at, stepped_up_at) on console_sessions to tollgate_app;
grant update (failures, open_at, try_id, tried_at) on console_sign_in_tries to tollgate_app;
grant delete on console_passkeys, console_recovery_codes, console_invitations, console_sessions, console_answered_challenges,
  console_sign_in_tries to tollgate_app;
