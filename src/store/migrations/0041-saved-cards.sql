-- Cards that payers have saved at a merchant's checkout: which tokens belong to which payer. The payer is a keyed hash of
-- the merchant's reference, so the table names nobody; the card is the token's, sealed as ever.
create table saved_cards (
  cell int2 not null,
  merchant_id text collate "C" not null,
  payer bytea not null check (octet_length(payer) = 32),
  token text collate "C" not null check (token ~ '^[0-9A-Za-z]{1,40}$'),
  -- The order with whose payment it was saved: erasing that order takes the card along.
  order_id text collate "C" not null check (char_length(order_id) between 1 and 40),
  saved_at timestamptz not null,
  primary key (cell, merchant_id, payer, token)
);
create index saved_cards_token on saved_cards (cell, merchant_id, token);
create index saved_cards_order on saved_cards (cell, merchant_id, order_id);

-- Whether a card was kept for payers alone: it goes with the last of them. A merchant who keeps it too has a claim of its own.
alter table tokens add column for_payers boolean not null default false;

-- Whether the payer had saved it. The token's row is locked first: of two payers who remove the same card, the second finds
-- that nobody is left.
create function remove_saved_card(wanted_cell int2, wanted_merchant text, wanted_payer bytea, wanted_token text)
returns boolean language plpgsql as $$
declare
  was_saved boolean;
begin
  perform from tokens
  where cell = wanted_cell and merchant_id = wanted_merchant and token = wanted_token
  for update;
  delete from saved_cards
  where cell = wanted_cell and merchant_id = wanted_merchant and payer = wanted_payer and token = wanted_token;
  was_saved := found;
  update tokens set card = null, updated_at = tollgate_now()
  where cell = wanted_cell and merchant_id = wanted_merchant and token = wanted_token and for_payers and card is not null
    and not exists (
      select from saved_cards s
      where s.cell = wanted_cell and s.merchant_id = wanted_merchant and s.token = wanted_token
    );
  return was_saved;
end $$;

grant select, insert, delete on saved_cards to tollgate_app;
grant update (order_id, saved_at) on saved_cards to tollgate_app;
grant update (for_payers) on tokens to tollgate_app;
