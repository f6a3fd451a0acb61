-- What is still to be removed of payers is found without reading what was removed before.
create index checkout_with_person on checkout (created_at) where phone is not null or description <> '';
drop index checkout_created;

-- By which the doctor finds, for a settlement that was returned, the approval of two users.
create index approval_request_settlement_return on approval_request ((parameters ->> 'settlementId')) where kind = 'settle-return';
