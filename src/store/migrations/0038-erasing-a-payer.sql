-- Erasing a payer on request. The gateway's role can still not rewrite what was recorded: it can only ask for this one
-- change, which takes the personal fields out of the documents of one order, and leaves everything else as it is.

-- Which orders that was done to, when, and in whose name. Written by erase_order alone.
create table erased_orders (
  cell int2 not null,
  merchant_id text collate "C" not null,
  order_id text collate "C" not null check (char_length(order_id) between 1 and 40),
  erased_at timestamptz not null,
  erased_by text not null check (char_length(erased_by) <= 200),
  primary key (cell, merchant_id, order_id)
);

-- As the contract marks them (src/contract/personalFields.ts). Null: the field goes. Text: that takes its place.
create function personal_fields() returns jsonb language sql immutable as $$
select '{
  "accountFunding": {"recipient": {"account": {"identifier": null}, "address": {"city": null, "postCodeZip": null,
    "stateProvinceCode": null, "street": null, "street2": null}, "dateOfBirth": null, "firstName": null,
    "identification": null, "lastName": null, "middleName": null, "postCodeZip": null, "stateProvinceCode": null}},
  "airline": {"passenger": {"firstName": null, "frequentFlyerNumber": null, "lastName": null, "middleName": null,
    "specificInformation": null, "title": null}},
  "billing": {"address": {"city": null, "company": null, "postcodeZip": null, "stateProvince": null,
    "stateProvinceCode": null, "street": null, "street2": null}},
  "cruise": {"passenger": {"firstName": null, "folioNumber": null, "lastName": null, "middleName": null,
    "title": null}},
  "customer": {"email": null, "firstName": null, "identification": null, "lastName": null, "middleName": null,
    "mobilePhone": null, "phone": null, "taxRegistrationId": null},
  "device": {"ani": null, "aniCallType": null, "browser": null, "browserDetails": null, "fingerprint": null,
    "hostname": null, "ipAddress": null},
  "order": {"custom": null, "customerNote": null, "requestorName": null},
  "shipping": {"address": {"city": null, "company": null, "postcodeZip": null, "stateProvince": null,
    "stateProvinceCode": null, "street": null, "street2": null}, "contact": {"email": null, "firstName": null,
    "lastName": null, "mobilePhone": null, "phone": null}, "firstName": null, "lastName": null, "phone": null},
  "sourceOfFunds": {"provided": {"ach": {"bankAccountHolder": null}, "card": {"nameOnCard": null, "holder": null},
    "directDebitCanada": {"bankAccountHolder": "ERASED"}, "providerB": {"accountEmail": "erased@erased.invalid"},
    "sepa": {"bankAccountHolder": "ERASED"}}},
  "browserPayment": {"providerA": {"accountId": null}}
}'::jsonb
$$;

-- A document as this server reads it. It has no text for the character zero and for halves of a pair, which documents may
-- have, only as escapes: those become the replacement character.
create function readable_document(document text) returns json language sql immutable as $$
select case when strpos(document, '\u') = 0 then document
  else regexp_replace(document, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end::json
$$;

-- A document without these fields. Everything else stays as it was written, in its order; a group of which nothing is left
-- goes too. Elements of a list have the tree of the list.
create function without_personal(content json, fields jsonb) returns text language plpgsql immutable as $$
begin
  case json_typeof(content)
    when 'object' then
      return (
        select '{' || coalesce(string_agg(to_json(key)::text || ':' || kept, ',' order by place), '') || '}'
        from (
          select key, place, case
              when not fields ? key then value::text
              when jsonb_typeof(fields -> key) = 'string' then (fields -> key)::text
              when jsonb_typeof(fields -> key) = 'object' then nullif(without_personal(value, fields -> key), '{}')
            end as kept
          from json_each(content) with ordinality as member (key, value, place)
        ) each where kept is not null
      );
    when 'array' then
      return (
        select '[' || coalesce(string_agg(without_personal(value, fields), ',' order by place), '') || ']'
        from json_array_elements(content) with ordinality as element (value, place)
      );
    else
      return content::text;
  end case;
end $$;

-- Why an order cannot be erased now; null if it can. RUNNING: a transaction is. OWED: something is to be sent about it, for
-- which its documents are needed. UNTOLD: what happened last was not taken in by the search, which would bring data back.
create function erasure_obstacle(wanted_cell int2, wanted_merchant text, wanted_order text) returns text
language sql stable as $$
select case
    when o.open_id is not null then 'RUNNING'
    when exists (
      select from obligations b
      where b.cell = wanted_cell and b.merchant_id = wanted_merchant and b.order_no = o.order_no
        and b.status = 'PENDING'
    ) then 'OWED'
    when exists (
      select from outbox b
      where b.cell = wanted_cell and b.merchant_id = wanted_merchant and b.order_no = o.order_no
    ) or exists (
      select from notifications n
      where n.cell = wanted_cell and n.merchant_id = wanted_merchant and n.order_no = o.order_no
        and n.feed_no > coalesce((select p.feed_no from projections p where p.cell = wanted_cell), 0)
    ) then 'UNTOLD'
  end
from orders o
where o.cell = wanted_cell and o.merchant_id = wanted_merchant and o.order_id = wanted_order
$$;

-- ERASED, UNKNOWN where there is no such order, or what is in the way. The order's row is locked, so that nothing begins
-- meanwhile, and its version grows: whoever has planned on what was read before plans again. It never waits for a payment.
create function erase_order(wanted_cell int2, wanted_merchant text, wanted_order text, by_whom text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fields constant jsonb := personal_fields();
  -- Of both models of documents, and of answers in exchanges.
  tree constant jsonb := fields || jsonb_build_object(
    'fields', fields, 'additions', jsonb_build_object('orderGroups', fields, 'firstRequest', fields),
    'ofOrder', fields, 'ofBeginning', fields, 'answer', fields);
  number int8;
  created timestamptz;
  obstacle text;
begin
  select order_no, created_at into number, created from orders
  where cell = wanted_cell and merchant_id = wanted_merchant and order_id = wanted_order
  for update skip locked;
  if number is null then
    perform from orders
    where cell = wanted_cell and merchant_id = wanted_merchant and order_id = wanted_order;
    return case when found then 'RUNNING' else 'UNKNOWN' end;
  end if;
  obstacle := erasure_obstacle(wanted_cell, wanted_merchant, wanted_order);
  if obstacle is not null then
    return obstacle;
  end if;
  -- The fifth fact is the e-mail address.
  update transactions set request = without_personal(readable_document(request), tree),
    facts = case when facts <> '' then
      (select string_agg(case when place = 5 then '' else fact end, e'\x1f' order by place)
       from unnest(string_to_array(facts, e'\x1f')) with ordinality as each (fact, place))
      else facts end
  where cell = wanted_cell and merchant_id = wanted_merchant and order_no = number;
  update outcomes set outcome = without_personal(readable_document(outcome), tree)
  where cell = wanted_cell and merchant_id = wanted_merchant and order_no = number;
  update exchanges set content = without_personal(readable_document(content), tree)
  where cell = wanted_cell and merchant_id = wanted_merchant and order_no = number;
  update found_orders set email = null
  where cell = wanted_cell and merchant_id = wanted_merchant and created_at = created and order_no = number;
  update orders set version = version + 1
  where cell = wanted_cell and merchant_id = wanted_merchant and order_id = wanted_order;
  insert into erased_orders (cell, merchant_id, order_id, erased_at, erased_by)
  values (wanted_cell, wanted_merchant, wanted_order, tollgate_now(), by_whom)
  on conflict (cell, merchant_id, order_id) do update
    set erased_at = excluded.erased_at, erased_by = excluded.erased_by;
  return 'ERASED';
end $$;

grant select on erased_orders to tollgate_app;
revoke execute on function erase_order from public;
grant execute on function erase_order to tollgate_app;
