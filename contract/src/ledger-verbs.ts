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
  },
};

/** The word for a verb; one that is not known yet stays as it is. */
export const ledgerVerbWord = (words: (typeof ledgerVerbTexts)['fr'], verb: string): string =>
  (words as Record<string, string>)[verb] ?? verb;
