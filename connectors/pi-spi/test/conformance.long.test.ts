// Proves that the PI-SPI connector fulfils the contract of all connectors.

import { runConformance } from '@jokko/connectors/kit/conformance';
import { subject } from './subject.ts';

runConformance(subject);
