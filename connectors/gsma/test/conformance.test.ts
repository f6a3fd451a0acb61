// Proves that the GSMA connector fulfils the contract of all connectors, against the simulator's
// GSMA API.

import { runConformance } from '@jokko/connectors/kit/conformance';
import { subject } from './subject.ts';

runConformance(subject);
