// Which words do the pages of refunds above the limit say?

import { defineTexts } from '../../language/index.ts';

export const refundTexts = defineTexts(
  {
    title: 'Remboursements à approuver',
    lead: 'Au-dessus de la limite, une personne de votre équipe demande et une autre approuve. Rien ne part avant.',
    number: (id: number) => `Remboursement ${id}`,
    transaction: 'Transaction',
    done: 'Approuvé : le remboursement est fait ou en route.',
    failed: 'Approuvé, mais impossible.',
    none: 'Aucun remboursement n’attend',
    noneHint: 'Ceux qui dépassent la limite apparaissent ici quand quelqu’un les demande.',
    limit: 'Limite des remboursements',
    limitLead:
      'Au-dessus de ce montant, un remboursement fait dans le portail attend une deuxième personne. Les appels de l’interface ne sont pas concernés.',
    ofAccount: 'Pour ce compte',
    ofInstallation: 'Pour tous les comptes',
    noLimit: 'aucune limite',
    asInstallation: 'comme pour tous les comptes',
    amount: 'Nouvelle limite',
    amountHint: 'En unités de la monnaie. Vide : aucune limite propre.',
    save: 'Enregistrer',
    saved: 'Limite enregistrée.',
    notAmount: 'Écrivez un montant, par exemple 50 000.',
  },
  {
    title: 'Refunds to approve',
    lead: 'Above the limit one person of your team asks and another one approves. Nothing leaves before.',
    number: (id) => `Refund ${id}`,
    transaction: 'Transaction',
    done: 'Approved: the refund is made or under way.',
    failed: 'Approved, but impossible.',
    none: 'No refund is waiting',
    noneHint: 'Those above the limit appear here when somebody asks for them.',
    limit: 'Limit of refunds',
    limitLead: 'Above this amount a refund made in the portal waits for a second person. Calls of the interface are not concerned.',
    ofAccount: 'For this account',
    ofInstallation: 'For all accounts',
    noLimit: 'no limit',
    asInstallation: 'as for all accounts',
    amount: 'New limit',
    amountHint: 'In units of the currency. Empty: no limit of its own.',
    save: 'Save',
    saved: 'Limit saved.',
    notAmount: 'Write an amount, such as 50,000.',
  },
);
