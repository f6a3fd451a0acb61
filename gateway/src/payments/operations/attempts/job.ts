// An operation that this node moves on, and what the steps need for it.

import type { StepInput } from '@jokko/connectors/kit';
import type { Catalogue } from '../../catalogue/index.ts';
import type { Attempt, Operation, OperationTerms } from '../model/operation.ts';
import type { Providers } from './providers.ts';
import type { Sends } from '../model/sends.ts';
import type { OperationKey } from '../queries/store.ts';
import type { Writer } from '../writer/writer.ts';

export interface ExecuteDeps {
  writer: Writer;
  providers: Providers;
  catalogue(): Catalogue;
  /** The database clock in ms, as last seen. */
  now(): number;
  sends: Sends;
  /** Whether what this node leases is still its own. */
  holdsLease(): boolean;
  /** Terms with the file that they are sent with, which is stored apart (media.ts). */
  withMedia(terms: OperationTerms): Promise<OperationTerms>;
  /**
   * Has the provider asked about a payment, as soon as no refund of it is under way. `refund`:
   * number of the one that leads to it.
   */
  askAgain(payment: OperationKey, refund: number): Promise<void>;
  log(
    level: 'info' | 'warn' | 'error',
    message: string,
    terms?: { [name: string]: string | number },
  ): void;
}

/**
 * An operation with its newest attempt, held by this node. `fresh`: the attempt was just written
 * here and its bytes have not left.
 */
export interface Job {
  operation: Operation;
  attempt: Attempt | null;
  fresh: boolean;
  /** The input of a payer's step. A secret: only here, until the step is sent. */
  input?: StepInput;
}
