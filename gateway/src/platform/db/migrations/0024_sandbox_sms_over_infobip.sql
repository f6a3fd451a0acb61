-- The sandbox's carrier connection over HTTP spoke `sms-http`, which no carrier speaks and whose
-- connector is gone. It speaks Infobip's interface from now on, in every version and draft, so that
-- one that is rolled back to sends too. The text is replaced and not built anew: everything else
-- stays as its operator wrote it, and what both connectors have is kept. A connection to anybody
-- else than the simulator is left, and shown as unusable.
create function pg_temp.over_infobip(document json) returns json language plpgsql as $$
declare
  written text := document::text;
  link json;
  config text;
begin
  for link in
    select value from json_array_elements(document -> 'links')
    where value ->> 'connector' = 'sms-http' and value #>> '{config,baseUrl}' like '${SIMULATOR_URL}/%'
  loop
    select concat(
      '{ "baseUrl": "${SIMULATOR_URL}/infobip", "apiKey": "${SIMULATOR_INFOBIP_KEY}"',
      string_agg(format(', %s: %s', to_json(key), value), '' order by number),
      ' }')
    into config
    from json_each(link -> 'config') with ordinality as kept (key, value, number)
    where key in ('window', 'sessions', 'ratePerSec', 'timeoutMs');
    written := replace(written, link::text, regexp_replace(
      replace(link::text, link ->> 'config', config),
      '("connector"\s*:\s*)"sms-http"', '\1"infobip"'));
  end loop;
  return written;
end $$;
update sms_routing set document = pg_temp.over_infobip(document)
  where document::text like '%"sms-http"%' and json_typeof(document -> 'links') = 'array';
update sms_routing_draft set document = pg_temp.over_infobip(document)
  where document::text like '%"sms-http"%' and json_typeof(document -> 'links') = 'array';
drop function pg_temp.over_infobip;
