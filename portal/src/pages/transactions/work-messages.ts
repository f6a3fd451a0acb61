// Messages of what is done about one transaction: headline, question to the provider,
// evidence, answer to the customer, and who had it refunded.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const workMessages = {
  summary: t('Résumé', 'Summary'),
  amount: vocabulary.amount,
  netEffect: t('Effet net sur le solde', 'Net effect on the balance'),
  ask: t('Interroger le fournisseur', 'Ask the provider now'),
  askOutcomes: {
    result: t('Le fournisseur a donné un résultat.', 'The provider gave a result.'),
    noResult: t(
      'Le fournisseur n’a pas encore de résultat. Rien n’a été renvoyé.',
      'The provider has no result yet. Nothing was sent again.',
    ),
    notSent: t(
      'Il n’y a rien à demander au fournisseur.',
      'There is nothing to ask the provider about.',
    ),
    soon: t(
      'Le fournisseur vient d’être interrogé. Réessayez dans 10 secondes.',
      'The provider was asked a moment ago. Try again in 10 seconds.',
    ),
  },
  resendCallback: t('Renvoyer le callback', 'Resend callback'),
  evidence: t('Preuve', 'Evidence'),
  evidenceForms: {
    pdf: t('PDF à imprimer', 'Printable PDF'),
    json: t('JSON pour un programme', 'JSON for a program'),
  },
  answer: t('Réponse au client', 'Answer to the customer'),
  answerLead: t(
    'Une phrase à lire ou à envoyer, avec la preuve du fournisseur.',
    'A sentence to read out or to send, with the provider’s proof.',
  ),
  answerIn: { fr: t('En français', 'In French'), en: t('En anglais', 'In English') },
  copyIn: {
    fr: t('Copier en français', 'Copy in French'),
    en: t('Copier en anglais', 'Copy in English'),
  },
  sendIn: {
    fr: t('Envoyer par SMS en français', 'Send by SMS in French'),
    en: t('Envoyer par SMS en anglais', 'Send by SMS in English'),
  },
  sendOutcomes: {
    queued: t('SMS en cours d’envoi au client.', 'SMS is on its way to the customer.'),
    before: t(
      'Cette réponse a déjà été envoyée aujourd’hui.',
      'This answer was already sent today.',
    ),
    notSetUp: t(
      'Choisissez d’abord une application SMS dans les réglages des alertes.',
      'First choose an SMS application in the alert settings.',
    ),
    noNumber: t(
      'Cette transaction n’a pas de numéro joignable par SMS.',
      'This transaction has no number that can get an SMS.',
    ),
  },
  reversals: t('Annulation et remboursement', 'Cancellation and refund'),
  asked: t(
    (name: string) => `Demandé par ${name}`,
    (name) => `Requested by ${name}`,
  ),
  decided: {
    yes: t(
      (name: string) => `Approuvé par ${name}`,
      (name) => `Approved by ${name}`,
    ),
    no: t(
      (name: string) => `Refusé par ${name}`,
      (name) => `Rejected by ${name}`,
    ),
  },
  undecided: {
    open: t('En attente d’une approbation', 'Waiting for an approval'),
    withdrawn: t('Demande retirée', 'Request withdrawn'),
    expired: t('Demande expirée', 'Request expired'),
  },
  noApproval: t('Sous la limite, sans approbation', 'Below the limit, no approval needed'),
  reason: vocabulary.reason,
  folded: plural(
    {
      one: '# tentative, la même réponse',
      many: '# tentatives, la même réponse',
      other: '# tentatives, la même réponse',
    },
    { one: '# attempt, the same answer', other: '# attempts, the same answer' },
  ),
  fromUntil: t(
    (from: string, until: string) => `du ${from} au ${until}`,
    (from, until) => `from ${from} to ${until}`,
  ),
};
