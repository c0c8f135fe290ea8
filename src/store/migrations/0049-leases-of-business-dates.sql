-- Until when a node is at a business date. What an operator asks for meanwhile is done after that, so it must not end the
-- lease; next_at alone does not tell it from a wait for the next attempt. Nodes of releases before this one write next_at
-- only: it is a lease where the two are the same.
alter table business_dates add column leased_until timestamptz;
grant update (leased_until) on business_dates to tollgate_app;
