-- The tables of simulated counterparties are the sandbox's: it brings them along, with migrations of its own, where payments
-- are simulated. Until now every database had them. One that is live, or that nobody has used yet, has nothing in them, and
-- loses them; everywhere else they stay as they are, and the sandbox takes them over.
do $$
begin
  if exists (select from stamp where stage in ('sandbox', 'simulated')) then
    return;
  end if;
  if exists (select from simulator.entries) or exists (select from simulator.interactions) then
    if exists (select from stamp where stage = 'live') then
      raise exception 'the database is stamped live and has entries of a simulated acquirer';
    end if;
    return;
  end if;
  drop table simulator.entries, simulator.interactions;
  drop schema simulator;
end $$;
