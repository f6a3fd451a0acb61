// Proves that the Reloadly connector fulfils the contract of all connectors, against the simulated
// provider.

import { runConformance } from '@jokko/connectors/kit/conformance';
import { subject } from './subject.ts';

runConformance(subject);
