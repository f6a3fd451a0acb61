// What is each kind of entry of the ledger called? As in the files of statements.

import { ledgerVerbTexts } from '@jokko/contract/ledger-verbs';
import { defineTexts } from '../../language/index.ts';

export { ledgerVerbWord as verbWord } from '@jokko/contract/ledger-verbs';
export const verbTexts = defineTexts(ledgerVerbTexts.fr, ledgerVerbTexts.en);
