// Messages of the page of floats.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const floatMessages = {
  title: t('Float', 'Float'),
  lead: t(
    'Nos fonds chez chaque fournisseur : encaissements et approvisionnements, moins les sorties.',
    'Our funds at each provider: collected and topped up, less what was paid out.',
  ),
  move: t('Approvisionner ou retirer', 'Top up or withdraw'),
  floats: t('Chez les fournisseurs', 'At providers'),
  route: vocabulary.route,
  amount: vocabulary.amount,
  lasts: t('Dure encore', 'Lasts'),
  lastsHint: t(
    '« Dure encore » suppose que chaque heure de la semaine coûte la médiane des dernières semaines.',
    '“Lasts” assumes that each hour of the week takes the median of the last weeks.',
  ),
  fewData: t('Moins de deux semaines de données', 'Less than two weeks of data'),
  long: t('Plus de deux semaines', 'More than two weeks'),
  missing: t('Manque sous 7 jours', 'Shortfall in 7 days'),
  course: t('Prévision sur 7 jours', 'Forecast for 7 days'),
  left: t('Reste', 'Left'),
  action: vocabulary.action,
  prepare: t('Préparer un apport', 'Prepare a top-up'),
  prepareFor: t(
    (route: string, currency: string) => `Préparer un apport : ${route}, ${currency}`,
    (route, currency) => `Prepare a top-up: ${route}, ${currency}`,
  ),
  preparedReason: t(
    'Couvre les sept prochains jours selon la prévision.',
    'Covers the next seven days by the forecast.',
  ),
  none: t('Aucun fonds chez les fournisseurs', 'No funds at providers'),
  reported: t('Selon les fournisseurs', 'As providers report'),
  reportedLead: t(
    'Demandé toutes les dix minutes. Une différence peut venir de paiements en cours ou de frais du fournisseur.',
    'Asked every ten minutes. A difference can come from payments under way or from the provider’s fees.',
  ),
  noneReported: t('Aucun fournisseur ne l’annonce', 'No provider reports it'),
  available: t('Solde annoncé', 'Reported balance'),
  booked: t('Dans nos livres', 'In our books'),
  difference: t('Différence', 'Difference'),
  readAt: t('Relevé le', 'Read'),
  moves: t('Mouvements avec notre banque', 'Movements with our bank'),
  date: t('Comptabilisé', 'Booked'),
  reference: vocabulary.bankReference,
  valueDate: vocabulary.valueDate,
  approvalRequest: t('Demande', 'Request'),
  approvalRequestOf: t(
    (id: string) => `Demande ${id}`,
    (id) => `Request ${id}`,
  ),
  noMoves: t('Aucun mouvement', 'No movements'),
  noMovesHint: t(
    'Un approvisionnement apparaît ici dès que deux personnes l’ont approuvé.',
    'A top-up appears here once two users have approved it.',
  ),
  direction: vocabulary.direction,
  directions: {
    in: t('De notre banque vers le fournisseur', 'From our bank to the provider'),
    out: t('Du fournisseur vers notre banque', 'From the provider to our bank'),
  },
  currency: vocabulary.currency,
  reason: vocabulary.reason,
  formLead: t(
    'Enregistrez ici un virement effectué par la banque. Une autre personne l’approuve avant sa comptabilisation.',
    'Record a transfer made by the bank. Another user approves it before it is booked.',
  ),
  ask: vocabulary.requestApproval,
  asked: t('Demande envoyée.', 'Request sent.'),
};
