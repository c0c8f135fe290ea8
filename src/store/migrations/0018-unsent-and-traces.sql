-- Under which trace number, terminal and so on a transaction was sent to its acquirer, so that any node can repeat or
-- reverse it. Null where an acquirer needs none; empty where none could be assigned, so that nothing was ever sent.
alter table transactions add column trace text;
alter table transactions add constraint transactions_trace_check check (octet_length(trace) <= 2048) not valid;
grant update (trace) on transactions to tollgate_app;

-- How many of the attempts are known to have sent nothing: what is left may have reached the acquirer.
alter table obligations add column unsent int4 not null default 0;
grant update (unsent) on obligations to tollgate_app;
