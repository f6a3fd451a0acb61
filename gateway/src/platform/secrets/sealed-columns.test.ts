// S07: proves that the contexts under which values were sealed stay what they are. They are part of
// every stored value, so tables may be renamed and contexts may not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextOf, sealedColumns, sealedDocuments } from './sealed-columns.ts';

test('S07 what was sealed once is opened under the same context for ever', () => {
  assert.deepEqual(
    sealedColumns.map(({ table, column }) => contextOf(table, column as never, 7)),
    [
      'account/webhook_secret_sealed/7',
      'account/webhook_secret_previous_sealed/7',
      'api_key/key_sealed/7',
      'sms_app/key_sealed/7',
      'hmac_secret/secret_sealed/7',
      'person/totp_sealed/7',
      'person/totp_pending_sealed/7',
      'notification/token_sealed/7',
      'alert_webhook/secret_sealed/7',
      'cell/url_sealed/7',
      'cell_move/from_sealed/7',
      'cell_move/to_sealed/7',
      'installation_secret/value_sealed/7',
    ],
  );
  assert.deepEqual(
    [...new Set(sealedDocuments.map(({ context }) => context))],
    ['catalogue/route_secret', 'sms_routing/link_secret'],
  );
});
