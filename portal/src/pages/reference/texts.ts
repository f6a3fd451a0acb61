// Which words does the reference say?

import { defineTexts } from '../../language/index.ts';

export const referenceTexts = defineTexts(
  {
    title: "Référence de l'interface",
    lead: "Chaque appel, prêt à coller dans un terminal, avec votre clé d'essai.",
    keyOnce: 'En production, une clé n’est montrée qu’à sa création : mettez la vôtre à la place de VOTRE_CLE.',
    yourKey: 'VOTRE_CLE',
    docs: 'Documentation complète',
    machine: 'OpenAPI (JSON)',
    endpoint: 'Appel',
    payments: 'Paiements',
    sms: 'SMS',
    fields: 'Tous les champs et codes de cet appel',
    requests: 'Exemples de requêtes',
    answers: 'Exemples de réponses',
    yourAppKey: 'VOTRE_CLE_SMS',
    appKey: 'Les SMS ont leurs propres clés : ces exemples portent celle de votre première application SMS.',
    appKeyOnce:
      "Les SMS ont leurs propres clés : celle d'une application SMS, montrée à sa création ou à son remplacement (SMS, onglet Applications). Mettez-la à la place de VOTRE_CLE_SMS.",
    unread: "Le document OpenAPI n'a pas pu être lu.",
    again: 'Réessayer',
  },
  {
    title: 'API reference',
    lead: 'Every call, ready to paste into a terminal, with your test key.',
    keyOnce: 'In live mode a key is shown only when it is made: put yours in place of YOUR_KEY.',
    yourKey: 'YOUR_KEY',
    docs: 'Whole documentation',
    machine: 'OpenAPI, as JSON',
    endpoint: 'Call',
    payments: 'Payments',
    sms: 'SMS',
    fields: 'All fields and codes of this call',
    requests: 'Example requests',
    answers: 'Example answers',
    yourAppKey: 'YOUR_SMS_KEY',
    appKey: 'SMS have keys of their own: these examples bear that of your first SMS app.',
    appKeyOnce:
      'SMS have keys of their own: that of an SMS app, shown when it is made or replaced (SMS, tab Apps). Put it in place of YOUR_SMS_KEY.',
    unread: 'The OpenAPI document could not be read.',
    again: 'Try again',
  },
);
