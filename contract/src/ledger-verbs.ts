// What is each kind of entry of the ledger called, in both languages? For pages, statements and files alike; pure data without schemas.

export const ledgerVerbTexts = {
  fr: {
    hold: 'Montant retenu',
    post: 'Dépense confirmée',
    void: 'Montant libéré',
    credit: 'Encaissement',
    reverse: 'Remboursement',
    fund: 'Approvisionnement',
    charge: 'SMS',
    adjust: 'Ajustement',
    settle: 'Reversement',
    fee: 'Commission',
    fee_back: 'Commission rendue',
  },
  en: {
    hold: 'Amount held',
    post: 'Spending confirmed',
    void: 'Amount released',
    credit: 'Money received',
    reverse: 'Refund',
    fund: 'Funding',
    charge: 'SMS',
    adjust: 'Adjustment',
    settle: 'Settlement',
    fee: 'Fee',
    fee_back: 'Fee given back',
  },
};

/** What people call an entry: its verb, but a fee is one whatever else it is part of. */
export const ledgerKindOf = ({ verb, debit, credit }: { verb: string; debit: string; credit: string }): string =>
  credit === 'fees' ? 'fee' : debit === 'fees' ? 'fee_back' : verb;

/** The word for a verb or kind; one that is not known yet stays as it is. */
export const ledgerVerbWord = (words: (typeof ledgerVerbTexts)['fr'], verb: string): string =>
  (words as Record<string, string>)[verb] ?? verb;
