// Proves that the sandbox connector fulfils the contract of all connectors, against the
// simulator's sandbox protocol.

import { runConformance } from '@jokko/connectors/kit/conformance';
import { subject } from './subject.ts';

runConformance(subject);
