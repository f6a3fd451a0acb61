-- Messaging: what became of the messages of each hour, by mobile operator. Why it is counted by
-- hours and again: decisions/0164-sms-delivery-by-operator.md.

create table sms_hour (
  -- Its beginning; messages count in the hour in which they were accepted.
  hour timestamptz primary key,
  counted_at timestamptz not null,
  -- Nothing changes any more: it is not counted again.
  is_final boolean not null,
  -- An element for each operator, in the same order.
  countries text[] not null,
  operators text[] not null check (cardinality(operators) = cardinality(countries)),
  delivered integer[] not null check (cardinality(delivered) = cardinality(countries)),
  failed integer[] not null check (cardinality(failed) = cardinality(countries)),
  unreported integer[] not null check (cardinality(unreported) = cardinality(countries))
);
