// Compares the SDK with the contract. That its types fit is checked by the compiler: a changed
// schema does not compile here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  FeedEntry,
  Preview as ContractPreview,
  RefusalResponse,
  Service as ContractService,
  Transaction,
  TransactionStatus,
} from '@jokko/contract';
import { serviceKinds } from '../../../contract/src/kinds/index.ts';
import { kindOfCode } from '../../../contract/src/kinds/by-code.ts';
import type { FieldError, JokkoEvent, Service } from '../src/index.ts';
import { callOfSpelling } from '../src/orders.ts';
import type { WirePreview, WireStatus, WireTransaction } from '../src/results.ts';
import { callOfKind } from '../../../scripts/sdk-tables.ts';

/** Compiles where every value of the contract is one of the SDK's. */
type Fits<Ours, Theirs extends Ours> = [Ours, Theirs];
export type Checked = [
  Fits<WireTransaction, Transaction>,
  Fits<WirePreview, ContractPreview>,
  Fits<WireStatus, TransactionStatus>,
  Fits<Service, ContractService>,
  Fits<JokkoEvent, FeedEntry>,
  Fits<FieldError, NonNullable<RefusalResponse['errors']>[number]>,
];

test('a code belongs to the call of its kind', () => {
  const codes = [
    ...serviceKinds.map(({ sample }) => sample.codeService),
    'REMIT_SN_BILL_PAY',
    'OPA_SN_API_CASH_IN_2',
  ];
  for (const code of codes)
    assert.equal(callOfSpelling(code)?.call, callOfKind[kindOfCode(code).name].call, code);
});
