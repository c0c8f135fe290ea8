-- What nodes say about their links to acquirers, for operators: how each is now, and what happened on it that was no
-- answer. By the real clock, as messages are. Both are small and may be lost.
create table link_reports (
  node_id uuid not null,
  link text collate "C" not null,
  content text not null,
  reported_at timestamptz not null default clock_timestamp(),
  primary key (node_id, link)
) with (fillfactor = 50);

create table link_events (
  event_no int8 generated always as identity primary key,
  node_id uuid not null,
  link text collate "C" not null,
  what text not null,
  happened_at timestamptz not null,
  content text not null
);

grant select, insert, delete on link_reports, link_events to tollgate_app;
grant update (content, reported_at) on link_reports to tollgate_app;
