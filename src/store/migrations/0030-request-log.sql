-- The log of merchants' API calls, for their developers. Calls that were written together are one row, so that a call costs
-- next to nothing; a reader goes backwards by the key. Nothing in it is evidence: the oldest rows go.
create table request_log (
  cell int2 not null,
  merchant_id text collate "C" not null check (char_length(merchant_id) between 1 and 40),
  batch_no int8 generated always as identity,
  written_at timestamptz not null default clock_timestamp(),
  calls int4 not null check (calls > 0),
  content text not null check (octet_length(content) <= 67108864),
  primary key (cell, merchant_id, batch_no)
);

-- Compressing would cost more than all the rest.
alter table request_log alter column content set storage external;

-- Rows are only ever added in the order of time, so a summary of each few pages is enough.
create index request_log_written on request_log using brin (written_at) with (pages_per_range = 32, autosummarize = on);

grant select, insert, delete on request_log to tollgate_app;
grant update (content) on request_log to tollgate_app;
