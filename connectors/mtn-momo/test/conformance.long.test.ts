// Proves that the MTN MoMo connector fulfils the contract of all connectors, against the simulator.

import { runConformance } from '@jokko/connectors/kit/conformance';
import { subject } from './subject.ts';

runConformance(subject);
