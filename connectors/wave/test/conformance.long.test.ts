// Proves that the Wave connector fulfils the contract of all connectors, against the simulator's
// Wave API.

import { runConformance } from '@jokko/connectors/kit/conformance';
import { waveSubject } from './subject.ts';

runConformance(waveSubject);
