// Messages of the pages of cases.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const caseMessages = {
  title: t('Dossiers à trancher', 'Cases'),
  lead: t(
    'Résultats restés inconnus et informations contredisant un statut final. Une personne propose, une autre approuve ; aucune décision n’est automatique.',
    'Unknown outcomes, and information that contradicts a final status. One user proposes and another approves; nothing is decided automatically.',
  ),
  which: t('Liste', 'List'),
  lists: {
    open: t('À trancher', 'Open'),
    unknown: t('Résultat inconnu, vérification en cours', 'Unknown outcome, still being checked'),
    closed: t('Clos', 'Closed'),
  },
  kind: vocabulary.type,
  anyKind: t('Tous les types', 'All types'),
  kinds: {
    unknown_outcome: t('Résultat inconnu', 'Unknown outcome'),
    overdue_result: t('Résultat en retard', 'Overdue result'),
    mismatched_result: t('Résultat discordant', 'Mismatched result'),
    late_success: t('Succès tardif', 'Late success'),
    late_failure: t('Échec tardif', 'Late failure'),
    reversal_without_cover: t('Reprise sans provision', 'Uncovered reversal'),
  },
  kindHints: {
    unknown_outcome: t(
      'Le fournisseur n’indique pas le résultat de la demande.',
      'The provider does not report the outcome of the request.',
    ),
    overdue_result: t(
      'Le fournisseur l’a acceptée et n’indique toujours pas de résultat au terme du délai de la route.',
      'The provider accepted it and has reported no result within the time that its route allows.',
    ),
    mismatched_result: t(
      'Le fournisseur donne un résultat pour une autre référence, un autre montant, une autre devise ou un autre numéro, ou pour un second mouvement de la même transaction : il n’est pas comptabilisé.',
      'The provider reports a result for another reference, amount, currency or party, or for a second movement of the same transaction: it is not booked.',
    ),
    late_success: t(
      'Le fournisseur indique qu’elle a été exécutée, alors que le développeur a été notifié de son échec ou de son annulation.',
      'The provider reports that it was executed, but the developer was notified that it failed or was canceled.',
    ),
    late_failure: t(
      'Le fournisseur indique qu’elle a échoué, alors que le développeur a été notifié de sa réussite.',
      'The provider reports that it failed, but the developer was notified that it succeeded.',
    ),
    reversal_without_cover: t(
      'Le fournisseur a repris l’argent, et le solde du développeur ne suffisait pas.',
      'The provider took the money back, and the developer’s balance did not cover it.',
    ),
  },
  accountNumber: vocabulary.accountId,
  account: vocabulary.account,
  transaction: vocabulary.transaction,
  service: vocabulary.service,
  route: vocabulary.route,
  amount: vocabulary.amount,
  state: vocabulary.status,
  since: t('Depuis', 'Since'),
  closed: t('Clos le', 'Closed'),
  resolution: t('Décision', 'Decision'),
  resolutions: {
    executed: vocabulary.executed,
    not_executed: t('Non exécutée', 'Not executed'),
    booked: t('Comptabilisé', 'Booked'),
    explained: t('Expliqué', 'Explained'),
    settled: t('Réponse du fournisseur reçue', 'Provider responded'),
  },
  rowName: t(
    (id: string) => `dossier de la transaction ${id}`,
    (id) => `case of transaction ${id}`,
  ),
  none: t('Aucun dossier à trancher', 'No open cases'),
  noneHint: t(
    'Un dossier apparaît ici lorsqu’un fournisseur contredit un statut final, n’indique pas le résultat après trois jours de vérifications, ou dépasse le délai de sa route. Il se clôt de lui-même si le résultat arrive.',
    'A case appears here when a provider contradicts a final status, reports no outcome after three days of status queries, or exceeds the time that its route allows. It closes by itself when the outcome arrives.',
  ),
  noneUnknown: t('Aucun résultat inconnu', 'No unknown outcomes'),
  noneClosed: t('Aucun dossier clos', 'No closed cases'),
  oneTitle: t(
    (id: string) => `Dossier de la transaction ${id}`,
    (id) => `Case of transaction ${id}`,
  ),
  cases: t('Constats', 'Findings'),
  noCases: t(
    'Aucun dossier n’est ouvert : les vérifications continuent.',
    'No case is open: status queries continue.',
  ),
  evidence: t('Constat', 'Finding'),
  opened: t('Ouvert', 'Opened'),
  note: vocabulary.note,
  approvalRequest: t('Demande d’approbation', 'Approval request'),
  suspense: t('En attente d’affectation', 'In suspense'),
  suspenseHint: t(
    'Comptabilisé côté fournisseur ; la partie responsable reste à déterminer.',
    'Booked on the provider’s side; the liable party is still to be decided.',
  ),
  terms: vocabulary.transaction,
  story: t('Preuves', 'Evidence'),
  storyLead: t(
    'Envois, vérifications, notifications, écritures et callbacks, dans l’ordre chronologique.',
    'Attempts, status queries, provider events, ledger entries and callbacks, in order.',
  ),
  waitingTitle: t(
    'Une demande attend l’approbation d’une autre personne',
    'A request is waiting for approval',
  ),
  waitingLink: t(
    (id: number) => `Voir la demande ${id}`,
    (id) => `View request ${id}`,
  ),
  nothingToDo: t('Aucune décision à prendre', 'Nothing to decide'),
  nothingHint: t(
    'Le résultat est connu, ou le fournisseur peut encore l’indiquer.',
    'The outcome is known, or the provider may still report it.',
  ),
  resolve: t('Décider du résultat', 'Decide the outcome'),
  resolveLead: t(
    'Interrogez le fournisseur par un autre moyen (relevé, téléphone, e-mail), puis indiquez ce qui s’est passé.',
    'Ask the provider by other means (statement, phone, email), then record what happened.',
  ),
  whichAttempt: t('Tentative concernée', 'Attempt concerned'),
  attempt: t(
    (number: number, ours: string) => `n° ${number}, notre référence ${ours}`,
    (number, ours) => `no. ${number}, our reference ${ours}`,
  ),
  sent: vocabulary.sent,
  outcome: t('Que s’est-il passé ?', 'What happened?'),
  executed: vocabulary.executed,
  executedHint: t(
    'L’argent a été transféré. La référence du fournisseur en est la preuve.',
    'The money moved. The provider’s reference is the evidence.',
  ),
  refundExecuted: t('Remboursement exécuté', 'Refund executed'),
  notExecuted: t('Non exécutée', 'Not executed'),
  notExecutedHint: t(
    'L’argent n’a pas été transféré : le montant retenu est libéré.',
    'The money did not move: the held amount is released.',
  ),
  refundNotExecuted: t('Remboursement non exécuté', 'Refund not executed'),
  reference: vocabulary.providerReference,
  howKnown: t('Sur quelle preuve ?', 'On what evidence?'),
  evidenceKinds: {
    absent: t('Absente des relevés du fournisseur', 'Not in the provider’s records'),
    provider_refused: t(
      'Le fournisseur confirme l’avoir rejetée',
      'The provider confirms that it rejected it',
    ),
    provider_failed: t('Le fournisseur confirme son échec', 'The provider confirms that it failed'),
    provider_canceled: t(
      'Le fournisseur confirme son annulation',
      'The provider confirms that it was canceled',
    ),
  },
  reason: t('Explication', 'Explanation'),
  reasonHint: t('Pour l’approbateur et le journal d’audit.', 'For the approver and the audit log.'),
  ask: vocabulary.requestApproval,
  asked: t(
    (id: number) => `Demande ${id} envoyée : une autre personne doit l’approuver.`,
    (id) => `Request ${id} sent: another user must approve it.`,
  ),
  close: t('Clore le dossier', 'Close the case'),
  closeLead: t(
    'Le statut communiqué au développeur ne change pas.',
    'The status reported to the developer does not change.',
  ),
  how: t('Comment ?', 'How?'),
  booked: t('Comptabiliser', 'Book'),
  bookedHint: t(
    'Le compte du fournisseur est mis à jour selon ses indications ; vous choisissez la partie responsable.',
    'The provider’s account follows what it reports; you choose the liable party.',
  ),
  explained: t('Expliquer', 'Explain'),
  explainedHint: t(
    'Aucun mouvement : le fournisseur s’est trompé, ou le cas est réglé ailleurs.',
    'Nothing is booked: the provider was wrong, or it is settled elsewhere.',
  ),
  liableParty: t('Partie responsable', 'Liable party'),
  liableParties: {
    developer: t('Le solde du développeur', 'The developer’s balance'),
    operator: t('L’opérateur', 'The operator'),
    suspense: t('À décider plus tard (compte d’attente)', 'Decide later (suspense account)'),
  },
  refusals: {
    settled: t(
      'Le résultat est connu entre-temps, ou une réponse est encore attendue.',
      'The outcome is now known, or a response is still expected.',
    ),
    waiting: t(
      'Une demande à ce sujet attend déjà une approbation.',
      'A request for this is already waiting for approval.',
    ),
    'closed meanwhile': t(
      'Le dossier a été clos entre-temps.',
      'The case has been closed in the meantime.',
    ),
    'still on suspense': t(
      'Un montant est encore en compte d’attente : il doit être comptabilisé.',
      'An amount is still in suspense: it must be booked.',
    ),
    'outcome unknown': t(
      'Le résultat n’est pas encore connu : décidez-le d’abord.',
      'The outcome is not known yet: decide it first.',
    ),
    'nothing to book': t(
      'Il n’y a rien à comptabiliser pour ce dossier.',
      'There is nothing to book for this case.',
    ),
    'already booked': t(
      'Les mouvements de cette transaction sont déjà comptabilisés : seule une explication est possible.',
      'The movements of this transaction are already booked: only an explanation is possible.',
    ),
    'state changed': t(
      'Le statut de la transaction a changé depuis : seule une explication est possible.',
      'The status of the transaction has changed since: only an explanation is possible.',
    ),
  },
};
