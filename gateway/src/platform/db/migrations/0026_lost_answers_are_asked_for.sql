-- When the carrier was last asked what became of a message whose answer was lost; null: never.

alter table sms_lost_answer add column asked_at timestamptz;
