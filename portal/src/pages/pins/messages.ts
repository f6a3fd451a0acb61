// Messages of the page of TLS pins.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const pinMessages = {
  title: t('Épinglage TLS', 'TLS pinning'),
  lead: t(
    'Facultatif. Avec une empreinte, un callback n’est envoyé que si votre serveur présente exactement cette clé, en plus des contrôles habituels.',
    'Optional. With a pin, a callback is sent only if your server presents that exact key, in addition to the usual checks.',
  ),
  add: t('Ajouter une empreinte', 'Add a pin'),
  host: vocabulary.server,
  hostHint: t(
    'Le nom, suivi du port si l’empreinte ne vaut que pour lui : boutique.sn ou boutique.sn:8443.',
    'The host name, followed by the port if the pin applies to it only: shop.sn or shop.sn:8443.',
  ),
  hostWrong: t(
    'Ce nom n’est pas valide, ou le serveur n’a pas répondu.',
    'This name is not valid, or the server did not respond.',
  ),
  look: t('Lire la clé présentée', 'Read the presented key'),
  presented: t('Clé présentée par le serveur', 'Key presented by the server'),
  address: vocabulary.ipAddress,
  key: vocabulary.key,
  certificate: t('Certificat', 'Certificate'),
  issuer: t('Émis par', 'Issued by'),
  expires: t('Expire', 'Expires'),
  passed: t('Les contrôles habituels réussissent.', 'The usual checks pass.'),
  failed: t(
    (problem: string) => `Les contrôles habituels échouent : ${problem}`,
    (problem) => `The usual checks fail: ${problem}`,
  ),
  take: t('Utiliser cette empreinte', 'Use this pin'),
  pin: t('Empreinte', 'Pin'),
  pinHint: t(
    'SHA-256 de la clé publique, en base64. Avant de changer de clé, ajoutez aussi la suivante.',
    'SHA-256 of the public key, in base64. Before you change keys, add the next one too.',
  ),
  pinWrong: t(
    'Ce n’est pas une empreinte SHA-256 en base64.',
    'This is not a SHA-256 hash in base64.',
  ),
  label: vocabulary.note,
  labelHint: t('Par exemple « clé de 2027 ».', 'For example “2027 key”.'),
  optional: vocabulary.optional,
  save: t('Ajouter', 'Add'),
  full: t(
    'Ce serveur a déjà quatre empreintes : retirez-en une.',
    'This server already has four pins: remove one.',
  ),
  saved: t('Empreinte ajoutée.', 'Pin added.'),
  added: t('Ajoutée', 'Added'),
  remove: vocabulary.remove,
  removeOf: t(
    (host: string) => `Retirer l’empreinte de ${host}`,
    (host) => `Remove the pin of ${host}`,
  ),
  removeTitle: t('Retirer cette empreinte ?', 'Remove this pin?'),
  removeBody: t(
    'Sans empreinte, seuls les contrôles habituels s’appliquent.',
    'Without a pin, only the usual checks apply.',
  ),
  removed: t('Empreinte retirée.', 'Pin removed.'),
  actions: vocabulary.action,
  state: vocabulary.status,
  states: {
    seen: t('Présentée', 'Presented'),
    waiting: t('Pas encore vue', 'Not seen yet'),
    old: t('Plus présentée', 'No longer presented'),
  },
  none: t('Aucune empreinte', 'No pins'),
  noneHint: t(
    'Seuls les contrôles habituels s’appliquent à vos serveurs.',
    'Only the usual checks apply to your servers.',
  ),
  seen: t('Certificats observés', 'Certificates seen'),
  seenLead: t(
    'Les certificats que vos serveurs ont présentés à nos callbacks, et leur expiration.',
    'The certificates your servers presented to our callbacks, and when they expire.',
  ),
  lastSeen: t('Dernière observation', 'Last seen'),
  daysLeft: plural(
    { one: '# jour restant', other: '# jours restants' },
    { one: '# day left', other: '# days left' },
  ),
  ended: t('Expiré', 'Expired'),
  present: t('Actuel', 'Current'),
  before: t('Ancien', 'Previous'),
};
