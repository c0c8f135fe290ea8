-- The verification of the audit log that runs, on whichever node, and the newest that ended. By the real clock.
create table audit_verification (
  is_one boolean primary key default true check (is_one),
  -- The one that runs; it has stopped if it was not seen for a while.
  run_id uuid,
  started_by text check (char_length(started_by) <= 200),
  started_at timestamptz,
  seen_at timestamptz,
  seen_entries int8,
  -- The newest that ended: up to which entry the log is as it was written, and what is wrong behind that.
  ended_by text check (char_length(ended_by) <= 200),
  began_at timestamptz,
  ended_at timestamptz,
  entries int8,
  broken_entry_no int8,
  why text check (char_length(why) <= 500),
  -- The one that was begun last could not be finished.
  is_unfinished boolean not null default false
);
insert into audit_verification default values;
grant select on audit_verification to tollgate_app;
grant update (run_id, started_by, started_at, seen_at, seen_entries, ended_by, began_at, ended_at, entries, broken_entry_no, why,
  is_unfinished)
  on audit_verification to tollgate_app;
