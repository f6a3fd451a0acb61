-- While a table has no statistics, an index that begins with account_id alone, or is the phone alone, looks to the planner as good as the unique one
-- of a key of which the account is a part: the money path then read all rows of an account for each row that it looked for. As expressions they
-- serve only those who ask in these very words: the lists that people look at.

drop index operation_account;
create index operation_of_account on operation ((account_id + 0), created_at, id);
drop index operation_phone;
create index operation_of_phone on operation ((phone || ''));
drop index callback_account;
create index callback_of_account on callback ((account_id + 0), created_at);
