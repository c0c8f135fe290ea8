-- Every scope began with block 0, so two terminals of one institution often had the same trace number in the same
-- second. That is allowed, but a host that forgets the terminal would mix them up. Now a scope begins where a hash of
-- its name says, and goes round from there through all thousand blocks. As before, a block that was never leased comes
-- first, so that a number comes again as late as possible; then the one that was leased longest ago. Blocks that were
-- leased before keep their meaning. A version of the database that hashes otherwise goes on elsewhere with the rest.
create or replace function lease_trace_numbers(wanted text, reuse_after interval) returns int4
language plpgsql volatile as $$
declare
  beginning constant int4 := (hashtextextended(wanted, 0) % 1000 + 1000) % 1000;
  leased int4;
begin
  perform pg_advisory_xact_lock(hashtextextended('trace numbers of ' || wanted, 0));
  -- Statements of their own: they see what others committed while this one waited for the lock.
  insert into trace_number_blocks (scope, block, leased_at)
  select wanted, (beginning + step) % 1000, tollgate_now() from generate_series(0, 999) as step
  where not exists (
    select from trace_number_blocks where scope = wanted and block = (beginning + step) % 1000
  )
  order by step limit 1
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
