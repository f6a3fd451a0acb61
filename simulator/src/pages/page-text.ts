// Messages of the payer's pages, in French and in English.

export type Language = 'fr' | 'en';

export interface PageText {
  cardTitle: string;
  walletTitle: string;
  merchant: string;
  amount: string;
  card: string;
  phone: string;
  approve: string;
  refuse: string;
  abandon: string;
  sandbox: string;
  succeeded: string;
  failed: string;
  goOn: string;
  unknown: string;
}

export const texts: { [language in Language]: PageText } = {
  fr: {
    cardTitle: 'Authentification 3-D Secure',
    walletTitle: 'Confirmer le paiement',
    merchant: 'Marchand',
    amount: 'Montant',
    card: 'Carte',
    phone: 'Téléphone',
    approve: 'Approuver',
    refuse: 'Refuser',
    abandon: 'Annuler',
    sandbox: 'Page du simulateur : aucun argent réel ne circule.',
    succeeded: 'Ce paiement est confirmé.',
    failed: 'Ce paiement n’a pas abouti ou n’est plus valide.',
    goOn: 'Continuer',
    unknown: 'Ce lien n’existe pas ou a expiré.',
  },
  en: {
    cardTitle: '3-D Secure authentication',
    walletTitle: 'Confirm the payment',
    merchant: 'Merchant',
    amount: 'Amount',
    card: 'Card',
    phone: 'Phone',
    approve: 'Approve',
    refuse: 'Decline',
    abandon: 'Cancel',
    sandbox: 'Simulator page: no real money moves.',
    succeeded: 'This payment is confirmed.',
    failed: 'This payment was not completed or is no longer valid.',
    goOn: 'Continue',
    unknown: 'This link does not exist or has expired.',
  },
};

/** `?lang=`, else the browser's first choice among ours, else French. */
export function chooseLanguage(asked: string | null, acceptLanguage: string | undefined): Language {
  if (asked === 'fr' || asked === 'en') return asked;
  for (const entry of (acceptLanguage ?? '').split(',')) {
    const language = entry.trim().slice(0, 2).toLowerCase();
    if (language === 'fr' || language === 'en') return language;
  }
  return 'fr';
}
