// Messages of the tab of SMS applications.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const appMessages = {
  apps: {
    caption: t('Applications SMS', 'SMS applications'),
    name: vocabulary.name,
    id: t('Identifiant', 'ID'),
    state: vocabulary.status,
    active: vocabulary.activeFeminine,
    revoked: t('Révoquée', 'Revoked'),
    created: t('Créée', 'Created'),
    oldKey: t('Ancienne clé valable jusqu’au', 'Old key valid until'),
    make: t('Créer une application', 'Create application'),
    nameHint: t(
      'Pour la reconnaître, par exemple « Boutique en ligne ».',
      'To recognize it, for example “Online shop”.',
    ),
    madeTitle: t('Clé de l’application', 'Application key'),
    madeOnce: t(
      'Cette clé n’est affichée qu’une fois. Placez-la dans « app_key » de vos requêtes, côté serveur uniquement.',
      'This key is shown only once. Send it as “app_key” in your requests, from your server only.',
    ),
    kept: t('Je l’ai enregistrée', 'I have saved it'),
    settings: t('Paramètres', 'Settings'),
    transliterate: t(
      'Remplacer les caractères hors de l’alphabet GSM',
      'Replace characters outside the GSM alphabet',
    ),
    transliterateHint: t(
      'ê devient e, uniquement si le texte tient alors dans moins de SMS.',
      'ê becomes e, only if the text then takes fewer SMS.',
    ),
    partsMax: t('Nombre maximum de SMS par texte', 'Maximum SMS per text'),
    validity: t('Durée de validité (minutes)', 'Validity period (minutes)'),
    validityHint: t(
      'Durée des nouvelles tentatives vers un téléphone éteint (10 080 au plus : 7 jours).',
      'How long delivery to a phone that is off is retried (up to 10,080: 7 days).',
    ),
    window: t(
      'Rejeter un texte identique pendant (secondes)',
      'Reject identical text for (seconds)',
    ),
    windowHint: t(
      'Vide : un même SMS peut être envoyé deux fois.',
      'Empty: the same message may be sent twice.',
    ),
    quietFrom: t('Heures calmes, de', 'Quiet hours from'),
    quietUntil: t('Heures calmes, à', 'Quiet hours until'),
    quietHint: t(
      'Heure locale du destinataire. Vide : à toute heure.',
      'Local time of the recipient. Empty: at any time.',
    ),
    reports: t('URL des rapports de remise', 'URL for delivery reports'),
    reportsHint: t(
      'Chaque état définitif y est envoyé, signé, par 100 au plus. Vide : aucun envoi.',
      'Every final state is posted there, signed, up to 100 at a time. Empty: none.',
    ),
    inbound: t('URL des SMS reçus', 'URL for received SMS'),
    inboundHint: t(
      'Chaque SMS reçu y est envoyé par POST. Vide : ils sont seulement conservés ici.',
      'Every received SMS is sent there by POST. Empty: they are only kept here.',
    ),
    save: vocabulary.save,
    saved: t('Paramètres enregistrés.', 'Settings saved.'),
    rotate: t('Remplacer la clé', 'Rotate key'),
    rotateTitle: t('Remplacer la clé de l’application ?', 'Rotate the application key?'),
    overlap: t('L’ancienne clé', 'The old key'),
    overlaps: {
      '0': t('expire immédiatement', 'expires immediately'),
      '1': t('reste valable 1 heure', 'stays valid for 1 hour'),
      '24': t('reste valable 24 heures', 'stays valid for 24 hours'),
      '168': t('reste valable 7 jours', 'stays valid for 7 days'),
    },
    revoke: t('Révoquer', 'Revoke'),
    revokeTitle: t('Révoquer cette application ?', 'Revoke this application?'),
    revokeBody: t(
      'Sa clé cesse de fonctionner immédiatement et définitivement. Les SMS déjà acceptés sont quand même envoyés.',
      'Its key stops working immediately and permanently. SMS already accepted are still sent.',
    ),
    revokedDone: t('Application révoquée.', 'Application revoked.'),
    none: t('Aucune application', 'No applications'),
    noneHint: t(
      'Créez-en une pour envoyer des SMS depuis le portail ou votre serveur.',
      'Create one to send SMS from the portal or your server.',
    ),
  },
};
