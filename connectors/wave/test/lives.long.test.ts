// Proves that payments over a failing network end as the provider's book says.

import { runLives } from '@jokko/connectors/kit/conformance';
import { waveSubject } from './subject.ts';

runLives(waveSubject);
