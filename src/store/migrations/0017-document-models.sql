-- Documents of transactions have a model number, and what is the gateway's own apart from the fields of the API. Nodes
-- of the release before cannot read that: each node states what it reads, and the newest model that all of them read is
-- written.
alter table nodes add column document_model int2 not null default 1;

-- Where a request wants the notifications of its order, in documents of any model. What is no address is as good as none.
create or replace function notification_url(request text) returns text language plpgsql immutable as $$
declare
  document json;
  url text;
begin
  if strpos(request, '"notificationUrl"') = 0 then
    return null;
  end if;
  begin
    document := request::json;
    url := coalesce(document -> 'fields', document) #>> '{order,notificationUrl}';
  exception when others then
    return null;
  end;
  return case when url ~ '^https?://' and char_length(url) <= 2048 then url end;
end $$;
