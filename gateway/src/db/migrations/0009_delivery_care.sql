-- Expiry warnings that go by what a host showed last, and a delivery log that does not grow for ever.

-- The latest end that was warned of: a later one begins anew.
alter table callback_certificate add column warned_for timestamptz;
