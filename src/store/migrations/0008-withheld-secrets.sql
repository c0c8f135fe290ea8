-- Why an attempt went without the merchant's shared secret, where it did.
alter table deliveries add column withheld text check (char_length(withheld) <= 200);
