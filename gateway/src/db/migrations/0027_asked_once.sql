-- A wish whose answer was lost on the way to the browser is found again by the key of the form that asked for it, instead of being asked twice.

alter table wish
  -- Made by the browser, once for each form; null: asked for by something that cannot be asked twice.
  add column ask_key text;
create unique index wish_asked_once on wish (asked_by, ask_key) where ask_key is not null;
