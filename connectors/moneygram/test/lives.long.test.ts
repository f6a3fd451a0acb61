// Proves that remittances over a failing network end as the provider's book says.

import { runLives } from '@jokko/connectors/kit/conformance';
import { moneygramSubject } from './subject.ts';

runLives(moneygramSubject);
