// Messages of the page that tests an integration. What each scenario is stands in the contract.

import { t } from '../../language/message.ts';

export const integrationMessages = {
  title: t('Tester mon intégration', 'Test my integration'),
  lead: t(
    'Dix-huit mauvais jours pour votre récepteur et votre programme : callbacks doublés, tardifs, falsifiés, et réponses perdues. Aucune opération n’est modifiée.',
    'Eighteen bad days for your receiver and your program: callbacks twice, late, forged, and answers that are lost. No operation is changed.',
  ),
  sandbox: t('Bac à sable', 'Sandbox'),
  onlySandbox: t(
    'Ce test n’existe que dans le bac à sable.',
    'This test exists in the sandbox only.',
  ),
  url: t('URL de votre récepteur', 'URL of your receiver'),
  urlHint: t('Chaque corps contient "test": true.', 'Each body contains "test": true.'),
  order: t('Une commande que votre serveur connaît', 'An order that your server knows'),
  orderHint: t(
    'Son externalTransactionId, si votre serveur refuse les commandes inconnues.',
    'Its externalTransactionId, where your server refuses unknown orders.',
  ),
  optional: t('facultatif', 'optional'),
  direction: t('Votre programme', 'Your program'),
  directions: {
    collect: t('encaisse', 'collects'),
    payOut: t('paie des tiers', 'pays out'),
    both: t('les deux', 'both'),
  },
  start: t('Commencer', 'Start'),
  end: t('Terminer', 'End'),
  watching: t(
    'Les callbacks sont envoyés. Utilisez maintenant votre programme : encaissez avec un numéro qui se termine par 8009, dont la réponse se perd, puis terminez.',
    'The callbacks are sent. Use your program now: collect from a number that ends in 8009, whose answer is lost, then end the test.',
  ),
  sending: t('Envoi des callbacks…', 'Sending the callbacks…'),
  result: t('Résultat', 'Result'),
  byCommand: t(
    'Test fait par jokko-dev : les réponses sont celles que votre machine a rapportées.',
    'Made by jokko-dev: the answers are those that your machine reported.',
  ),
  certificate: t('Certificat', 'Certificate'),
  results: {
    pass: t('réussi', 'passed'),
    fail: t('échec', 'failed'),
    notSeen: t('pas vu', 'not seen'),
  },
  receiver: t('Récepteur', 'Receiver'),
  started: t('Commencé', 'Started'),
};
