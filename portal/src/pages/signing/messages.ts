// Messages of the page of signatures.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const signingMessages = {
  title: t('Signatures', 'Signatures'),
  lead: t(
    'Prouvez que vos requêtes viennent de vous, et que nos callbacks viennent de nous.',
    'Prove that requests come from you, and callbacks from us.',
  ),
  webhook: t('Signature des callbacks', 'Callback signatures'),
  webhookLead: t(
    'Chaque callback porte une signature Standard Webhooks, calculée avec ce secret. Vérifiez-la avant de traiter un callback.',
    'Every callback carries a Standard Webhooks signature made with this secret. Verify it before you process a callback.',
  ),
  webhookOld: t(
    'L’ancien secret signe également, jusqu’au',
    'The previous secret also signs until',
  ),
  rotate: t('Remplacer le secret', 'Rotate secret'),
  rotateWebhook: t('Remplacer le secret des callbacks ?', 'Rotate the callback secret?'),
  rotateHmac: t('Remplacer le secret des requêtes ?', 'Rotate the request secret?'),
  rotateBody: t(
    'Un nouveau secret est créé. L’ancien reste accepté pendant le délai choisi, le temps de mettre à jour vos serveurs.',
    'A new secret is created. The old one stays accepted for the time you choose, while you update your servers.',
  ),
  overlap: t('L’ancien secret reste valable', 'The old secret stays valid'),
  overlaps: {
    '0': t('Expire immédiatement', 'Expires immediately'),
    '1': t('1 heure', '1 hour'),
    '24': t('24 heures', '24 hours'),
    '168': t('7 jours', '7 days'),
    '720': t('30 jours', '30 days'),
  },
  hmac: t('Signature des requêtes (HMAC)', 'Request signatures (HMAC)'),
  hmacLead: t(
    'Facultatif. Une fois activé, toute requête sans signature HMAC est rejetée, même avec une clé valide.',
    'Optional. Once on, every request without an HMAC signature is rejected, even with a valid key.',
  ),
  on: t('Activée', 'On'),
  off: t('Désactivée', 'Off'),
  turnOn: t('Activer', 'Turn on'),
  turnOff: t('Désactiver', 'Turn off'),
  turnOnTitle: t('Activer la signature des requêtes ?', 'Turn on request signatures?'),
  turnOnBody: t(
    'Dès maintenant, toute requête non signée avec le nouveau secret sera rejetée.',
    'From now on, every request not signed with the new secret will be rejected.',
  ),
  turnOffTitle: t('Désactiver la signature des requêtes ?', 'Turn off request signatures?'),
  turnOffBody: t(
    'Les secrets sont supprimés. La clé seule suffira pour les requêtes.',
    'The secrets are deleted. Requests will only need the key.',
  ),
  turnedOff: t('Signature des requêtes désactivée.', 'Request signatures turned off.'),
  finish: t('Terminer la rotation', 'Finish rotation'),
  finishTitle: t('Terminer la rotation maintenant ?', 'Finish the rotation now?'),
  finishBody: t(
    'L’ancien secret cesse immédiatement d’être accepté.',
    'The old secret stops being accepted immediately.',
  ),
  finished: t('Rotation terminée.', 'Rotation finished.'),
  caption: t('Secrets HMAC en vigueur', 'HMAC secrets in force'),
  secret: t('Secret', 'Secret'),
  created: vocabulary.created,
  firstUsed: t('Première utilisation', 'First used'),
  unused: t('Pas encore utilisé', 'Not used yet'),
  ends: t('Expiration', 'Expires'),
  never: t('Jamais', 'Never'),
  signs: t('Signe les callbacks', 'Signs callbacks'),
  yes: vocabulary.yes,
  no: vocabulary.no,
  locked: t(
    'Le secret est verrouillé : il est affiché à qui s’est connecté avec un second facteur.',
    'The secret is locked: sign in with a second factor to see it.',
  ),
  lockedHmac: t(
    'Pour activer la signature des requêtes, connectez-vous avec un second facteur.',
    'To turn on request signatures, sign in with a second factor.',
  ),
  show: t('Afficher le secret', 'Show secret'),
  shownTitle: t('Secret des callbacks', 'Callback secret'),
  shownHint: t(
    'Quiconque le possède peut signer des callbacks en notre nom : conservez-le en lieu sûr.',
    'Anyone who has it can sign callbacks in our name: keep it in a safe place.',
  ),
  secretTitle: t('Votre nouveau secret', 'Your new secret'),
  kept: t('Je l’ai enregistré', 'I have saved it'),
};
