-- Several requests of one order and transaction may claim a session's secrets at the same moment. Each gives back its own
-- claim only; who is left has them still.
alter table sessions add column claim_holders uuid[];
grant update (claim_holders) on sessions to tollgate_app;
