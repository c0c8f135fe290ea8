-- Totals of a host's business dates, and what was said about them. The host owns its dates: a date is there once an
-- answer has had it, and is over once an answer has had a later one, or the host has said so.
create table business_dates (
  link text collate "C" not null check (char_length(link) between 1 and 60),
  business_date date not null,
  first_seen_at timestamptz not null,
  -- When its totals are to be sent; null while the host still uses it.
  next_at timestamptz,
  ended_at timestamptz,
  attempts int4 not null default 0,
  requested_by text check (char_length(requested_by) <= 200),
  requested_at timestamptz,
  reconciled_at timestamptz,
  primary key (link, business_date)
) with (fillfactor = 50);

-- One row for each exchange about a date and a currency: what we said, what the host said.
create table reconciliations (
  link text collate "C" not null,
  business_date date not null,
  currency text collate "C" not null check (char_length(currency) = 3),
  number int4 not null check (number > 0),
  asked_by text not null check (char_length(asked_by) <= 200),
  asked_at timestamptz not null,
  trace_number text not null check (char_length(trace_number) <= 12),
  repeats int4 not null default 0,
  totals text not null check (octet_length(totals) <= 4096),
  state text not null check (char_length(state) <= 40),
  code text check (char_length(code) <= 60),
  host_totals text check (octet_length(host_totals) <= 4096),
  answered_at timestamptz,
  primary key (link, business_date, currency, number)
);

-- Outcomes of a period. They are only ever added, in the order of time, so a summary of each few pages is enough: it costs
-- an insert next to nothing.
create index outcomes_recorded on outcomes using brin (recorded_at) with (pages_per_range = 32, autosummarize = on);

grant select, insert on business_dates, reconciliations to tollgate_app;
grant update (next_at, ended_at, attempts, requested_by, requested_at, reconciled_at) on business_dates to tollgate_app;
grant update (repeats, state, code, host_totals, answered_at) on reconciliations to tollgate_app;
