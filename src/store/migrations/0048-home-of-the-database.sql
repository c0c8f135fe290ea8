-- Where the database was used last: a copy that is restored elsewhere must not act on its own.
alter table stamp add column home text;
