-- Which cards take part in 3-D Secure, as each directory server says. A generation is a run of bytes that never changes,
-- in parts; the row of its directory server names the one that counts, and it does so once all parts are there. One node
-- at a time asks the directory server, by a claim that ends by itself. By the real clock: others keep their times by it.
create table card_ranges (
  directory_server text collate "C" primary key check (char_length(directory_server) between 1 and 60),
  -- Null while nothing was ever loaded.
  generation int8,
  serial_number text check (char_length(serial_number) <= 20),
  ranges int4,
  bytes int8,
  digest bytea check (octet_length(digest) = 32),
  made_at timestamptz,
  made_by uuid,
  -- When the directory server last said that this is its list, and when it last sent all of it.
  confirmed_at timestamptz,
  whole_at timestamptz,
  asked_at timestamptz,
  -- When it is to be asked next, and whether for all of it.
  next_at timestamptz not null default clock_timestamp(),
  is_whole_next boolean not null default false,
  -- In a row, and why the last one was one.
  failures int4 not null default 0,
  failure text check (char_length(failure) <= 40),
  requested_by text check (char_length(requested_by) <= 200),
  requested_at timestamptz,
  claim uuid,
  claimed_until timestamptz
) with (fillfactor = 50);

create table card_range_parts (
  directory_server text collate "C" not null,
  generation int8 not null,
  number int4 not null check (number >= 0),
  content bytea not null check (octet_length(content) <= 1048576),
  primary key (directory_server, generation, number)
);
-- They are read whole and rarely, and numbers in order hardly become shorter.
alter table card_range_parts alter column content set storage external;

create sequence card_range_generations as int8;

grant select, insert on card_ranges to tollgate_app;
grant update (generation, serial_number, ranges, bytes, digest, made_at, made_by, confirmed_at, whole_at, asked_at, next_at,
  is_whole_next, failures, failure, requested_by, requested_at, claim, claimed_until) on card_ranges to tollgate_app;
grant select, insert, delete on card_range_parts to tollgate_app;
grant usage on sequence card_range_generations to tollgate_app;
