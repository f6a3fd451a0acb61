-- How people find transactions: an account's by time, any by the phone or by the provider's id.

create index operation_account on operation (account_id, created_at, id);
create index operation_phone on operation (phone);
create index operation_provider_reference on operation (provider_reference) where provider_reference is not null;
create index claim_operation on claim (operation_id, account_id);
