-- An operator looks at a developer's portal: the session reads as that account, changes nothing, and is back by itself.

alter table portal_session
  add column view_account_id integer references account (id),
  add column view_until timestamptz,
  add constraint portal_session_view check ((view_account_id is null) = (view_until is null));
