// The code that decides about money, and the tests that must notice when it is wrong: those of its
// own folder, and for checks the doctor's.

import { globSync } from 'node:fs';
import { join } from 'node:path';

export interface Target {
  name: string;
  sources: readonly string[];
  tests: readonly string[];
}

const root = join(import.meta.dirname, '../..');

/** What only shows: papers, texts of messages, command lines; and what only tests use. */
const shows = /(-pdf|-paper|-messages|testing|metrics|\.test)\.ts$|\/cli-[^/]*\.ts$/;

const find = (pattern: string): string[] => globSync(pattern, { cwd: root }).toSorted();

/** Corrupts a database in each way that a check has to see. */
export const doctor = 'gateway/src/node/doctor/doctor.test.ts';

/** `more`: tests of other folders that prove what it decides. */
const folder = (name: string, ...more: string[]): Target => ({
  name,
  sources: find(`gateway/src/${name}/*.ts`).filter((file) => !shows.test(file)),
  tests: [...find(`gateway/src/${name}/*.test.ts`), ...more],
});

export const targets: readonly Target[] = [
  folder('payments/ledger'),
  {
    name: 'payments/operations/group',
    sources: find('gateway/src/payments/operations/writer/group*.ts').filter(
      (file) => !shows.test(file),
    ),
    tests: find('gateway/src/payments/operations/**/*.test.ts').filter(
      (file) => !file.endsWith('.long.test.ts'),
    ),
  },
  {
    name: 'payments/catalogue/price',
    sources: ['gateway/src/payments/catalogue/price.ts'],
    tests: ['gateway/src/payments/catalogue/price.test.ts'],
  },
  folder('backoffice/pricing'),
  folder('backoffice/payouts'),
  folder('backoffice/refunds'),
  folder(
    'backoffice/settlements',
    // What goes through a bank account of ours.
    'gateway/src/backoffice/bank-accounts/movements.test.ts',
  ),
  folder(
    'backoffice/reconciliation',
    // What the banks state.
    'gateway/src/backoffice/morning-proof/stated-balance.test.ts',
  ),
  folder('backoffice/approvals'),
].map(({ tests, ...target }) => ({
  ...target,
  tests: tests.filter((file) => !file.endsWith('.long.test.ts')),
}));
