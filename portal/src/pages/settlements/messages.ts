// Messages of the settlement pages, for developers and the operator.

import type { RouteAnswer } from '@jokko/contract/portal';
import { t, type Message } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export type SettlementState = RouteAnswer<'GET settlements'>['items'][number]['state'];

const states = {
  REQUESTED: vocabulary.requested,
  APPROVED: t('Approuvé', 'Approved'),
  PAID: vocabulary.paid,
  REFUSED: vocabulary.rejected,
  WITHDRAWN: t('Retiré', 'Withdrawn'),
  RETURNED: t('Retourné', 'Returned'),
} satisfies Record<SettlementState, Message>;

export const settlementMessages = {
  title: vocabulary.settlements,
  lead: t(
    'Votre solde disponible versé sur votre compte bancaire ou votre portefeuille, à la demande ou selon un calendrier.',
    'Your available balance paid out to your bank account or wallet, on request or on a schedule.',
  ),
  balance: t(
    (currency: string) => `Disponible (${currency})`,
    (currency) => `Available (${currency})`,
  ),
  most: t('Montant maximum', 'Maximum amount'),
  request: t('Demander un reversement', 'Request a settlement'),
  requestLead: t(
    'Le montant est retenu immédiatement. Deux personnes de l’opérateur l’approuvent, puis la banque paie.',
    'The amount is held immediately. Two of the operator’s users approve it, then the bank pays.',
  ),
  needsDestination: t(
    'Enregistrez d’abord une destination, faites-la confirmer, puis attendez 24 heures.',
    'First register a destination, have it confirmed, then wait 24 hours.',
  ),
  history: t('Historique', 'History'),
  none: t('Aucun reversement', 'No settlements'),
  noneHint: t(
    'Vos demandes apparaissent ici, avec leur suivi jusqu’à la référence de la banque.',
    'Your requests appear here and are tracked up to the bank reference.',
  ),
  number: t(
    (id: string) => `Reversement ${id}`,
    (id) => `Settlement ${id}`,
  ),
  settlement: t('Reversement', 'Settlement'),
  state: vocabulary.status,
  states: states,
  amount: vocabulary.amount,
  fee: vocabulary.fee,
  feeOf: t('Frais par reversement', 'Fee per settlement'),
  percent: vocabulary.percent,
  minimum: t('Minimum', 'Minimum'),
  maximum: t('Maximum', 'Maximum'),
  currency: vocabulary.currency,
  destination: vocabulary.destination,
  requested: vocabulary.requested,
  askedBy: t('Demandé par', 'Requested by'),
  bySchedule: t('Le calendrier', 'The schedule'),
  approved: t('Approuvé', 'Approved'),
  reference: vocabulary.bankReference,
  valueDate: vocabulary.valueDate,
  paid: vocabulary.paid,
  ended: vocabulary.completed,
  reason: vocabulary.reason,
  removedNow: t('retirée', 'removed'),
  withdraw: t('Retirer', 'Withdraw'),
  withdrawOf: t(
    (id: string) => `Retirer le reversement ${id}`,
    (id) => `Withdraw settlement ${id}`,
  ),
  withdrawBody: t(
    'Le montant retenu redevient disponible.',
    'The held amount becomes available again.',
  ),
  withdrawn: t('Reversement retiré.', 'Settlement withdrawn.'),
  asked: t('Reversement demandé.', 'Settlement requested.'),
  actions: vocabulary.actions,
  advice: t('Avis de reversement', 'Settlement advice'),
  account: vocabulary.account,
  print: t('Imprimer', 'Print'),
  entries: t('Écritures', 'Entries'),
  entry: vocabulary.entry,
  date: vocabulary.date,
  kind: t('Type', 'Kind'),
  change: vocabulary.available,
  heldChange: vocabulary.held,
  after: vocabulary.availableAfter,
  back: vocabulary.settlements,
};
