-- Whether a payment was authenticated (01) or none (02): a result must be about the same.
alter table authentications add column category text not null default '01' check (char_length(category) = 2);
alter table authentications alter column category drop default;
