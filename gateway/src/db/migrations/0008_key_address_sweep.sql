-- Addresses from which a key was used count for 24 hours (rule S1) and are swept afterwards; until now they stayed for ever, in whatever
-- spelling a proxy had forwarded.
create index key_address_last_used on key_address (last_used_at);
