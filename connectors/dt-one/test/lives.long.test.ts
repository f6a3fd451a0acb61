// Payments under fire: the DT One connector over a network that fails.

import { runLives } from '@jokko/connectors/kit/conformance';
import { subject } from './subject.ts';

runLives(subject);
