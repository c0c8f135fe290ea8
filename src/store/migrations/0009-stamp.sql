-- Whose payments these are, for good: those of a sandbox, of a rehearsal on a simulated acquirer, or live ones. The first
-- start says so, and no gateway of another kind ever opens this database.
create table stamp (
  only_row boolean primary key default true check (only_row),
  stage text not null check (stage in ('sandbox', 'simulated', 'live')),
  stamped_at timestamptz not null default clock_timestamp()
);

grant select on stamp to tollgate_app;
