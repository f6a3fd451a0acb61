// Proves that lives over a failing network end as the simulator's book says.

import { runLives } from '@jokko/connectors/kit/conformance';
import { stripeSubject } from './subject.ts';

runLives(stripeSubject);
