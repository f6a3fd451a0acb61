-- The headers of receivers' answers in the delivery log.

-- JSON, name to value; at most 8 KB, nothing secret. Null for a delivered attempt, and once forgotten.
alter table callback_attempt add column answer_headers text;
-- What the retention task looks for. The release before asks for `answer is not null` alone, which implies this.
drop index callback_attempt_answer;
create index callback_attempt_answer on callback_attempt (started_at) where answer is not null or answer_headers is not null;
