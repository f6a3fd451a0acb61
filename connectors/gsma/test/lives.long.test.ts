// Payments under fire: the GSMA connector over a network that fails.

import { runLives } from '@jokko/connectors/kit/conformance';
import { subject } from './subject.ts';

runLives(subject);
