// Which words does the card of a developer's settings say?

import { defineTexts } from '../../language/index.ts';

export const settingsTexts = defineTexts(
  {
    title: 'Réglages et limites',
    lead: 'La signature HMAC se règle par le développeur, ou par « jokko account set ».',
    rateLimit: 'Appels par seconde',
    rateLimitHint: 'Sur chaque nœud. Vide : comme l’installation ; 0 : sans limite.',
    asInstallation: 'Comme l’installation',
    noLimit: 'Sans limite',
    callbackGraceMs: 'Attente avant le callback (ms)',
    callbackGraceHint: 'Le temps de lire la réponse avant que le callback d’un résultat immédiat n’arrive.',
    language: 'Langue des messages',
    languages: { fr: 'Français', en: 'Anglais' },
    mirrorFields: 'Répéter statut, numéros et montant dans les callbacks (anciens clients)',
    allowHttpCallbacks: 'Permettre des callbacks sans chiffrement (http)',
    smsAcceptWithoutPlus: 'Accepter des numéros de SMS sans « + »',
    yes: 'Oui',
    no: 'Non',
    save: 'Enregistrer',
    saved: 'Réglages enregistrés.',
  },
  {
    title: 'Settings and limits',
    lead: 'The developer sets HMAC signatures, or “jokko account set” does.',
    rateLimit: 'Calls a second',
    rateLimitHint: 'On each node. Empty: as the installation; 0: no limit.',
    asInstallation: 'As the installation',
    noLimit: 'No limit',
    callbackGraceMs: 'Wait before the callback (ms)',
    callbackGraceHint: 'Time to read the answer before the callback of an immediate result arrives.',
    language: 'Language of messages',
    languages: { fr: 'French', en: 'English' },
    mirrorFields: 'Repeat status, ids and amount in callbacks (old clients)',
    allowHttpCallbacks: 'Allow callbacks without encryption (http)',
    smsAcceptWithoutPlus: 'Accept SMS numbers without “+”',
    yes: 'Yes',
    no: 'No',
    save: 'Save',
    saved: 'Settings saved.',
  },
);
