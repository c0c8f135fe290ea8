-- How often the acquirer was asked in vain: the back-off goes by this, not by attempts of which nobody knows whether they
-- ever reached it, because the node died or lost the database.
alter table obligations add column silences int4 not null default 0 check (silences >= 0);
update obligations set silences = greatest(attempts - 1, 0) where status = 'PENDING';
grant update (silences) on obligations to tollgate_app;
