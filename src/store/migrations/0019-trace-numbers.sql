-- Trace numbers of messages to acquirers: which block of a thousand was leased to a node last, and when. Block 0 is
-- 1 to 999, block 999 ends with 999999.
create table trace_number_blocks (
  scope text collate "C" not null check (char_length(scope) between 1 and 200),
  block int2 not null check (block between 0 and 999),
  leased_at timestamptz not null,
  primary key (scope, block)
) with (fillfactor = 50);

-- A block that was never leased comes first, so that a number comes again as late as possible; then the one that was
-- leased longest ago. Nothing where even that is too recent, or lies in the future because the clock was set back.
create function lease_trace_numbers(wanted text, reuse_after interval) returns int4 language plpgsql volatile as $$
declare
  leased int4;
begin
  perform pg_advisory_xact_lock(hashtextextended('trace numbers of ' || wanted, 0));
  -- Statements of their own: they see what others committed while this one waited for the lock.
  insert into trace_number_blocks (scope, block, leased_at)
  select wanted, coalesce(max(block) + 1, 0), tollgate_now() from trace_number_blocks where scope = wanted
  having coalesce(max(block), 0) < 999
  returning block into leased;
  if leased is null then
    update trace_number_blocks set leased_at = tollgate_now()
    where scope = wanted and leased_at <= tollgate_now() - reuse_after and block = (
      select block from trace_number_blocks where scope = wanted order by leased_at, block limit 1
    )
    returning block into leased;
  end if;
  return leased;
end $$;

grant select, insert on trace_number_blocks to tollgate_app;
grant update (leased_at) on trace_number_blocks to tollgate_app;
