-- When the payer's browser came back from the challenge, whatever it said: a result that comes without it, and a return
-- without a result, are what operators look for.
alter table authentications add column returned_at timestamptz;
grant update (returned_at) on authentications to tollgate_app;
