-- What payers did at the simulated issuer and payment provider. Inserted, then decided once.
create table if not exists simulator.interactions (
  interaction_id text collate "C" primary key check (char_length(interaction_id) between 1 and 80),
  kind text not null check (char_length(kind) <= 40),
  asked text not null check (octet_length(asked) <= 1048576),
  decision text check (octet_length(decision) <= 65536),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  constraint interactions_decided_check
    check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
);

grant select, insert on simulator.interactions to tollgate_app;
grant update (decision, decided_at, decided_by) on simulator.interactions to tollgate_app;
