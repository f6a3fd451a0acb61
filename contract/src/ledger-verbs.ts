// Names of the kinds of ledger entries, in both languages, for pages, statements and files alike.
// Pure data without schemas.

export const ledgerVerbTexts = {
  fr: {
    hold: 'Montant retenu',
    post: 'Montant retenu débité',
    void: 'Montant libéré',
    credit: 'Encaissement',
    reverse: 'Remboursement',
    fund: 'Approvisionnement',
    charge: 'SMS',
    adjust: 'Ajustement',
    settle: 'Reversement',
    provider_fee: 'Frais du fournisseur',
    fee: 'Frais',
    fee_back: 'Frais restitués',
  },
  en: {
    hold: 'Amount held',
    post: 'Held amount spent',
    void: 'Amount released',
    credit: 'Collection',
    reverse: 'Refund',
    fund: 'Funding',
    charge: 'SMS',
    adjust: 'Adjustment',
    settle: 'Settlement',
    provider_fee: 'Provider fee',
    fee: 'Fee',
    fee_back: 'Fee refunded',
  },
};

/** What people call an entry: its verb, but a fee is one whatever else it is part of. */
export const ledgerKindOf = ({
  verb,
  debit,
  credit,
}: {
  verb: string;
  debit: string;
  credit: string;
}): string => (credit === 'fees' ? 'fee' : debit === 'fees' ? 'fee_back' : verb);

/** The word for a verb or kind; one that is not known yet stays as it is. */
export const ledgerVerbLabel = (words: (typeof ledgerVerbTexts)['fr'], verb: string): string =>
  (words as Record<string, string>)[verb] ?? verb;
