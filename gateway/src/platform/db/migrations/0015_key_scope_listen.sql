-- Payments: a key of live mode that may listen to the signed callbacks of its account.

alter table api_key drop constraint api_key_scope_check,
  add constraint api_key_scope_check
    check (scope in ('full', 'no-refunds', 'read-only', 'listen'));
