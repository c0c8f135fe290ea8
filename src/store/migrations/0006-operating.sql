-- What operators touch and what merchants are told: certificates, secrets, an audit log, and notifications on their way.

-- The outbox holds only what no node has looked at yet. Each row becomes a notification, which stays.
create sequence feed_numbers as int8;

create table notifications (
  cell int2 not null,
  merchant_id text collate "C" not null,
  -- Rises in the order in which the changes became visible: who has read up to one of them has missed none before it.
  feed_no int8 not null,
  notification_id uuid not null,
  order_no int8 not null,
  sequence int4 not null,
  order_id text collate "C" not null,
  transaction_id text collate "C" not null,
  changed_at timestamptz not null,
  -- Where the request or its order says; null is wherever its merchant wants it at the time of sending.
  target text check (char_length(target) <= 2048),
  -- What shares a receiver waits in one lane; what waits in another is not delayed by it.
  lane text collate "C" not null default '' check (char_length(lane) <= 300),
  state text not null check (state in ('OFF', 'NOWHERE', 'WAITING', 'DELIVERED', 'GONE', 'DEAD')),
  attempts int4 not null default 0 check (attempts >= 0),
  -- Of those, how many since it was last put on its way: the schedule counts these.
  tries int4 not null default 0 check (tries >= 0),
  next_at timestamptz,
  leased_until timestamptz,
  ended_at timestamptz,
  constraint notifications_waiting_check check ((state = 'WAITING') = (next_at is not null))
) with (fillfactor = 80);

-- Of indexes that seem equally good, as they all do while a table is empty, the server takes the one that was made
-- last: so the primary key is made after all others but those that only some statements can use.
create index notifications_changed on notifications (cell, changed_at, merchant_id, feed_no);
alter table notifications add unique (cell, notification_id);
alter table notifications add unique (cell, merchant_id, order_no, sequence);
alter table notifications add primary key (cell, merchant_id, feed_no);
create index notifications_due on notifications (cell, merchant_id, lane, next_at, feed_no) where state = 'WAITING';
create index notifications_failed on notifications (cell, merchant_id, feed_no) where state in ('GONE', 'DEAD');

-- Where a request wants the notifications of its order. Whatever it says there is no reason to stop: what is no address
-- is as good as none.
create function notification_url(request text) returns text language plpgsql immutable as $$
declare
  url text;
begin
  if strpos(request, '"notificationUrl"') = 0 then
    return null;
  end if;
  begin
    url := request::json #>> '{order,notificationUrl}';
  exception when others then
    return null;
  end;
  return case when url ~ '^https?://' and char_length(url) <= 2048 then url end;
end $$;

-- One row for each attempt to tell: inserted, never changed.
create table deliveries (
  cell int2 not null,
  merchant_id text collate "C" not null,
  feed_no int8 not null,
  attempt int4 not null check (attempt > 0),
  target text not null check (char_length(target) <= 2048),
  status int2,
  reason text check (char_length(reason) <= 200),
  took_ms int4 not null check (took_ms >= 0),
  attempted_at timestamptz not null,
  primary key (cell, merchant_id, feed_no, attempt)
);

-- Nobody is told of what happened before anybody could be.
insert into notifications (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id, transaction_id,
  changed_at, state)
select cell, merchant_id, nextval('feed_numbers'), gen_random_uuid(), order_no, sequence, order_id, transaction_id,
  due, 'OFF'
from (select * from outbox order by due, order_no, sequence) o;
delete from outbox;

-- A client certificate is known by its public key, so that it may be renewed; each key belongs to one merchant.
create table merchant_certificates (
  cell int2 not null,
  merchant_id text collate "C" not null,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  subject text not null check (char_length(subject) <= 1000),
  not_after timestamptz not null,
  created_at timestamptz not null default tollgate_now(),
  revoked_at timestamptz,
  primary key (cell, merchant_id, key_hash),
  unique (key_hash),
  foreign key (cell, merchant_id) references merchants
);

-- What a notification is signed with (two at a time, so that one can follow the other) and the secret it carries:
-- sealed, because they must be used as they are.
create table merchant_secrets (
  cell int2 not null,
  merchant_id text collate "C" not null,
  kind text not null check (kind in ('signing', 'shared')),
  slot int2 not null check (slot in (1, 2)),
  sealed bytea not null check (octet_length(sealed) <= 4096),
  created_at timestamptz not null default tollgate_now(),
  primary key (cell, merchant_id, kind, slot),
  foreign key (cell, merchant_id) references merchants
);

-- Every change of a credential, a profile or a key, in the commit that makes it. Each entry is chained to the one
-- before it by a keyed hash, so that whoever changes the table without the key is found out.
create table audit (
  entry_no int8 primary key check (entry_no > 0),
  at timestamptz not null,
  actor text not null check (char_length(actor) <= 200),
  action text not null check (char_length(action) <= 60),
  merchant_id text collate "C",
  details text not null check (octet_length(details) <= 65536),
  digest bytea not null check (octet_length(digest) = 32)
);

-- Data keys are numbered; what is new is sealed under the newest number. How old a generation is counts for nodes that
-- have not heard of it yet, so it is counted by the clock that nobody moves.
create table generations (
  number int4 primary key check (number between 1 and 65535),
  started_at timestamptz not null default clock_timestamp(),
  -- Everything of the generations before it was sealed anew.
  resealed_at timestamptz,
  -- Its keys are gone.
  retired_at timestamptz
);
insert into generations (number, resealed_at) values (1, clock_timestamp());

grant select on generations to tollgate_app;
grant select, insert on notifications, deliveries, audit to tollgate_app;
grant update (state, attempts, tries, next_at, leased_until, ended_at) on notifications to tollgate_app;
grant delete on outbox to tollgate_app;
grant usage on sequence feed_numbers to tollgate_app;
grant select, insert on merchant_certificates to tollgate_app;
grant update (revoked_at, not_after, subject) on merchant_certificates to tollgate_app;
grant select, insert, update, delete on merchant_secrets to tollgate_app;
