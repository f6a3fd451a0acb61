-- Expiry warnings that go by what a host showed last, and a delivery log that does not grow for ever.

-- The latest end that was warned of: a later one begins anew.
alter table callback_certificate add column warned_for timestamptz;

-- What the retention task looks for. Most callbacks are delivered at once, and their attempts are in neither index.
create index callback_attempt_failed on callback_attempt (started_at) where error_class is not null;
create index callback_lane_idle on callback_lane (coalesce(slow_until, '-infinity'::timestamptz));
