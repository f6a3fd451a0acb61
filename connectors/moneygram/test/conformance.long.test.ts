// Proves that the MoneyGram connector fulfils the contract of all connectors, against the
// simulator's MoneyGram API.

import { runConformance } from '@jokko/connectors/kit/conformance';
import { moneygramSubject } from './subject.ts';

runConformance(moneygramSubject);
