// What the conformance suites must know about bank files.

import type { FileSubject } from '@jokko/connectors/kit/conformance';
import { bankFileConnector } from '../index.ts';
import type { BankFileConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

export const subjectOf = (changes: Partial<BankFileConfig> = {}): FileSubject<BankFileConfig> => ({
  connector: bankFileConnector,
  config: { ...sandboxConfig, ...changes },
  mainKind: 'bank_transfer',
  returnedDigits: '0056',
  waitingDigits: '0055',
});
