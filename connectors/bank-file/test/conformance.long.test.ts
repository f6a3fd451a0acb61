// Proves that bank files keep the contract against the simulated bank, in both versions of the
// message and both forms of accounts.

import { runFileConformance } from '@jokko/connectors/kit/conformance';
import { subjectOf } from './subject.ts';

runFileConformance(subjectOf());
runFileConformance(
  subjectOf({ messageVersion: '001.001.09', accountForm: 'rib', namesCreditorBank: false }),
);
