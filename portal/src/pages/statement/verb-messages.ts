// Names each kind of ledger entry, as in the files of statements.

import { ledgerVerbTexts } from '@jokko/contract/ledger-verbs';
import { fromDictionaries } from '../../language/message.ts';

export { ledgerVerbLabel as verbLabel } from '@jokko/contract/ledger-verbs';
export const verbMessages = fromDictionaries(ledgerVerbTexts);
