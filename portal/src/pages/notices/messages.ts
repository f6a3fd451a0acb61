// Messages of notices: what happened, and who did it.

import type { RouteAnswer } from '@jokko/contract/portal';
import { t, type Message } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

type What = RouteAnswer<'GET notices'>['items'][number]['what'];
/** The sentence of one notice: who did it, about whom or what, and the role of a member. */
type Sentence = Message<(by: string, about: string, role: string) => string>;

export const noticesMessages = {
  title: t('Notifications', 'Notifications'),
  lead: t(
    'Les événements importants pour la sécurité de votre accès et de votre compte.',
    'Important events for the security of your access and your account.',
  ),
  caption: t('Vos notifications', 'Your notifications'),
  what: t('Événement', 'Event'),
  when: vocabulary.date,
  unread: t('Nouveau', 'New'),
  none: t('Aucune notification.', 'No notifications.'),
  readAll: t('Tout marquer comme lu', 'Mark all as read'),
  allRead: t('Tout est lu.', 'All read.'),
  server: t('L’administrateur du serveur', 'The server administrator'),
  ofOperator: t(
    (name: string) => `${name} (opérateur)`,
    (name) => `${name} (operator)`,
  ),
  hint: t(
    'Si vous ne reconnaissez pas un événement, changez votre mot de passe, retirez le membre ou révoquez la clé, puis prévenez l’opérateur.',
    'If you do not recognize an event, change your password, remove the member or revoke the key, then notify the operator.',
  ),
  hintOfOperator: t(
    'Si vous ne reconnaissez pas un événement, changez votre mot de passe et prévenez un autre administrateur.',
    'If you do not recognize an event, change your password and notify another administrator.',
  ),
};

export const noticeSentences = {
  'member.join': t(
    (by: string, _about: string, role: string) => `${by} a rejoint l’équipe (${role}).`,
    (by, _about, role) => `${by} joined the team (${role}).`,
  ),
  'member.change': t(
    (by: string, about: string, role: string) => `${by} a modifié l’accès de ${about} (${role}).`,
    (by, about, role) => `${by} changed the access of ${about} (${role}).`,
  ),
  'member.attest': t(
    (by: string, about: string) => `${by} atteste que ${about} est une autre personne.`,
    (by, about) => `${by} attested that ${about} is a different person.`,
  ),
  'reset-link.make': t(
    (by: string, about: string) =>
      `${by} a préparé un lien de réinitialisation du mot de passe de ${about}.`,
    (by, about) => `${by} prepared a password reset link for ${about}.`,
  ),
  'key.create': t(
    (by: string, about: string) => `${by} a créé la clé API ${about}.`,
    (by, about) => `${by} created the API key ${about}.`,
  ),
  'key.roll': t(
    (by: string, about: string) => `${by} a remplacé une clé API par ${about}.`,
    (by, about) => `${by} replaced an API key with ${about}.`,
  ),
  'sms-app.create': t(
    (by: string, about: string) => `${by} a créé l’application SMS ${about} et sa clé.`,
    (by, about) => `${by} created the SMS application ${about} and its key.`,
  ),
  'sms-app.roll': t(
    (by: string, about: string) => `${by} a remplacé la clé de l’application SMS ${about}.`,
    (by, about) => `${by} replaced the key of the SMS application ${about}.`,
  ),
  'destination.add': t(
    (by: string, about: string) => `${by} a ajouté la destination de reversement ${about}.`,
    (by, about) => `${by} added the payout destination ${about}.`,
  ),
  'destination.confirm': t(
    (by: string) => `${by} a confirmé une destination de reversement.`,
    (by) => `${by} confirmed a payout destination.`,
  ),
  'refund.limit': t(
    (by: string) => `${by} a modifié la limite de remboursement.`,
    (by) => `${by} changed the refund limit.`,
  ),
  'account.change': t(
    (by: string) => `${by} a modifié les limites ou les réglages du compte.`,
    (by) => `${by} changed the limits or settings of the account.`,
  ),
  'settlement.terms': t(
    (by: string, about: string) => `${by} a modifié les conditions de reversement (${about}).`,
    (by, about) => `${by} changed the settlement terms (${about}).`,
  ),
  'developer.view': t(
    (by: string, about: string) => `${by} a consulté votre portail : « ${about} ».`,
    (by, about) => `${by} viewed your portal: “${about}”.`,
  ),
  'second-factor.add': t(
    (by: string) => `${by} a ajouté un second facteur.`,
    (by) => `${by} added a second factor.`,
  ),
  'second-factor.remove': t(
    (by: string) => `${by} a retiré un second facteur.`,
    (by) => `${by} removed a second factor.`,
  ),
  'password.change': t('Votre mot de passe a été modifié.', 'Your password was changed.'),
  'password.reset': t(
    'Votre mot de passe a été réinitialisé par un lien.',
    'Your password was reset by a link.',
  ),
  'recovery-codes.renew': t(
    'De nouveaux codes de secours ont été créés pour vous.',
    'New recovery codes were created for you.',
  ),
} satisfies Record<What, Sentence | Message>;
