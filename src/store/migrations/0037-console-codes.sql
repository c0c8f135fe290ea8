-- The secrets of one-time codes, sealed under data keys of their own: a rotation of keys seals them anew with the rest. In the
-- form before they were in no release, and cannot be taken along: whoever has one sets it up again.
create table console_one_time_codes (
  cell int2 not null default 0 check (cell = 0),
  -- Whose data key it is: a merchant's, or the one of operators.
  merchant_id text collate "C" not null,
  user_id text collate "C" not null,
  sealed bytea not null check (octet_length(sealed) <= 200),
  -- The time step of the newest code that was accepted: each counts once.
  step int8 not null,
  primary key (cell, merchant_id, user_id)
) with (fillfactor = 80);
alter table console_users drop column totp_secret, drop column totp_step;
grant select, insert, delete on console_one_time_codes to tollgate_app;
grant update (sealed, step) on console_one_time_codes to tollgate_app;
