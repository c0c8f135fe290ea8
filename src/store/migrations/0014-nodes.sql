-- Who is there: each node counts up while it lives, and its siblings see whether it does. By no clock but their own.
create table nodes (
  node_id uuid primary key,
  beats int8 not null
) with (fillfactor = 50);

-- Whose it is; nothing for what an older release began.
alter table transactions add column node_id uuid;

grant select, insert, delete on nodes to tollgate_app;
grant update (beats) on nodes to tollgate_app;
grant update (node_id) on transactions to tollgate_app;
