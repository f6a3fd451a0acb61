// Proves how the price of a service is shown to who approves it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCatalogue } from '../../payments/catalogue/testing.ts';
import type { Database } from '../../platform/db/database.ts';
import { previewOf } from './http-approval-request-preview.ts';
import type { ApprovalRequest, ApprovalRequestKinds, PreviewLine } from './index.ts';

const code = 'OPA_SN_API_CASH_IN';
const price = { fixed: 50 } as const;
const line = {
  subject: 'price',
  name: code,
  asked: { code: 'GONE', price },
  before: { code, price: null },
  after: { code, price },
} as PreviewLine;
const preview = () => Promise.resolve({ lines: [line], refusal: null });
const kinds = { x: { preview } } as unknown as ApprovalRequestKinds;
const shown = (state: string) =>
  previewOf({ database: {} as Database, catalogue: testCatalogue }, kinds, {
    kind: 'x',
    state,
  } as unknown as ApprovalRequest);

test('a price is shown with the currency of its service; one of a service that has gone is not shown', async () => {
  const { lines } = await shown('open');
  const [{ asked, before, after }] = lines as unknown as [
    { [at in 'asked' | 'before' | 'after']: { price: { own: boolean }; currency: string } | null },
  ];
  assert.equal(asked, null);
  assert.deepEqual([before!.price.own, before!.currency], [false, 'XOF']);
  assert.deepEqual([after!.price.own, after!.currency], [true, 'XOF']);
});

test('what is decided changes nothing any more', async () => {
  assert.deepEqual(await shown('done'), { lines: [], refusal: null });
});
