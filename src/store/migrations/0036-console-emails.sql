-- One person may work for several merchants, as another user at each: whoever invites somebody learns nothing of others.
alter table console_users drop constraint console_users_email_key;
create unique index console_users_by_email on console_users (email, coalesce(merchant_id, ''));
