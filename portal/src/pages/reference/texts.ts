// Which words does the reference say?

import { defineTexts } from '../../language/index.ts';

export const referenceTexts = defineTexts(
  {
    title: "Référence de l'interface",
    lead: "Chaque appel, prêt à coller dans un terminal, avec la clé d'essai de votre compte.",
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
    smsKey: "Les SMS ont leurs propres clés : celles d'une application SMS remplacent <APP_KEY>.",
    unread: "Le document OpenAPI n'a pas pu être lu.",
    again: 'Réessayer',
  },
  {
    title: 'API reference',
    lead: 'Every call, ready to paste into a terminal, with the test key of your account.',
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
    smsKey: 'SMS have keys of their own: the key of an SMS app replaces <APP_KEY>.',
    unread: 'The OpenAPI document could not be read.',
    again: 'Try again',
  },
);
