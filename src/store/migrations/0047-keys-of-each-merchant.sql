-- A certificate is public. While a key could be bound to one merchant only, whoever bound another's first kept that merchant
-- from it, for good. It admits to the merchant that the request names, where it is bound to that one: so each may bind any.
alter table merchant_certificates drop constraint merchant_certificates_key_hash_key;
create index merchant_certificates_by_key on merchant_certificates (key_hash);
