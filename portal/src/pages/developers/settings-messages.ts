// Messages of the card of a developer's settings.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const settingsMessages = {
  title: t('Paramètres et limites', 'Settings and limits'),
  lead: t(
    'La signature HMAC est configurée par le développeur ou par « jokko account set ».',
    'HMAC signing is configured by the developer or with “jokko account set”.',
  ),
  rateLimit: t('Appels par seconde', 'Calls per second'),
  rateLimitHint: t(
    'Sur chaque nœud. Vide : valeur de l’installation ; 0 : aucune limite.',
    'On each node. Empty: installation default; 0: no limit.',
  ),
  asInstallation: t('Valeur de l’installation', 'Installation default'),
  noLimit: t('Aucune limite', 'No limit'),
  operationMax: t(
    (currency: string) => `Montant maximal d’une opération (${currency})`,
    (currency) => `Maximum amount of one operation (${currency})`,
  ),
  operationMaxHint: t(
    'Au-delà, l’opération échoue avec l’erreur 103. Vide : le maximum de chaque service.',
    'Above it, an operation fails with error 103. Empty: each service’s own maximum.',
  ),
  asService: t('Celui de chaque service', 'Each service’s own'),
  callbackGraceMs: t('Délai avant le callback (ms)', 'Delay before the callback (ms)'),
  callbackGraceHint: t(
    'Laisse le temps de lire la réponse avant l’arrivée du callback d’un résultat immédiat.',
    'Leaves time to read the response before the callback of an immediate result arrives.',
  ),
  language: t('Langue des messages', 'Message language'),
  languages: {
    fr: vocabulary.french,
    en: vocabulary.english,
  },
  mirrorFields: t(
    'Répéter statut, identifiants et montant dans les callbacks (anciens clients)',
    'Repeat status, IDs and amount in callbacks (older clients)',
  ),
  allowHttpCallbacks: t(
    'Autoriser les callbacks sans chiffrement (http)',
    'Allow unencrypted callbacks (http)',
  ),
  smsAcceptWithoutPlus: t('Accepter les numéros SMS sans « + »', 'Accept SMS numbers without “+”'),
  parksPayouts: t(
    'Mettre les paiements en attente quand le fournisseur est en panne (sinon : refusés)',
    'Let payouts wait while the provider is down (otherwise: refused)',
  ),
  yes: vocabulary.yes,
  no: vocabulary.no,
  save: vocabulary.save,
  saved: t('Paramètres enregistrés.', 'Settings saved.'),
};
