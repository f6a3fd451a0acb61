// What a status query tells of an operation.

import type { Voucher } from '@jokko/contract';
import type { State } from '../model/states.ts';

export interface StatusView {
  id: bigint;
  state: State;
  stage: 'payer' | 'provider' | null;
  direction: 'DEBIT' | 'CREDIT';
  amount: bigint;
  errorId: number | null;
  voucher: Voucher | null;
  createdAt: Date;
  updatedAt: Date;
}
