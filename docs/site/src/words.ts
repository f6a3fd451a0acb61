// Texts around the pages: what guides and the OpenAPI document do not say themselves.

import type { Language } from '@jokko/contract';

export interface Words {
  title: string;
  otherLanguage: { code: Language; name: string };
  menu: string;
  portal: string;
  search: string;
  searchTitle: string;
  found: (query: string) => string;
  nothingFound: (query: string) => string;
  unknownPage: string;
  onThisPage: string;
  previous: string;
  next: string;
  asMarkdown: string;
  reference: string;
  tags: { [tag: string]: string };
  errors: string;
  errorsLead: string;
  codes: string;
  codesLead: string;
  catalogue: string;
  catalogueLead: string;
  smsCode: string;
  codeOf: (code: number | string) => string;
  errorOf: (id: number | string) => string;
  meaning: string;
  whatToDo: string;
  whenItComes: string;
  whenItComesText: string;
  inSandbox: string;
  inSandboxText: (later: string, now: string) => string;
  allErrors: string;
  headers: string;
  body: string;
  request: string;
  answers: string;
  examples: string;
  commonFields: string;
  moreFields: string;
  extras: (form: string) => string;
  noExtras: (forms: string) => string;
  required: string;
  requiredOrElsewhere: string;
  types: {
    string: string;
    number: string;
    integer: string;
    boolean: string;
    object: string;
    array: string;
    null: string;
    or: string;
    max: string;
  };
  /** The words of the page's script, by the name that it reads them under. */
  script: { [name: string]: string };
}

const en: Words = {
  title: 'Documentation',
  otherLanguage: { code: 'fr', name: 'Français' },
  menu: 'Menu',
  portal: 'Portal',
  search: 'Search',
  searchTitle: 'Search the documentation',
  found: (query) => `Pages about “${query}”`,
  nothingFound: (query) => `No page is about “${query}”.`,
  unknownPage: 'This page does not exist. Perhaps it is one of these:',
  onThisPage: 'On this page',
  previous: 'Previous',
  next: 'Next',
  asMarkdown: 'This page as Markdown',
  reference: 'Reference',
  tags: { payments: 'Payments', sms: 'SMS', callback: 'Callbacks' },
  errors: 'Errors',
  errorsLead: 'Every code of a response and every reason of a failed payment, with what to do.',
  codes: 'Codes',
  codesLead: 'The member `code` of every response. Only 2000 is a success.',
  catalogue: 'Error catalogue',
  catalogueLead:
    'The member `errorType` of a rejected or failed operation. `__amount__` is replaced by the amount. `GET /api-services/errors` returns this list in the language of your account.',
  smsCode: 'SMS',
  codeOf: (code) => `Code ${code}`,
  errorOf: (id) => `Error ${id}`,
  meaning: 'Meaning',
  whatToDo: 'What to do',
  whenItComes: 'When it comes',
  whenItComesText:
    'Immediately, in a response with `code` 4000; or later, in the callback of an operation that was accepted, with `status` FAILLED. Either is final: no money has moved and none will.',
  inSandbox: 'In the sandbox',
  inSandboxText: (later, now) =>
    `A number that ends in \`${later}\` is accepted and fails with this error later. One that ends in \`${now}\` is rejected with it immediately.`,
  allErrors: 'All errors',
  headers: 'Headers',
  body: 'Body',
  request: 'Request',
  answers: 'Responses',
  examples: 'Examples',
  commonFields: 'Fields of every service',
  moreFields: 'Additional fields',
  extras: (form) => form,
  noExtras: (forms) => `Common fields only: ${forms}.`,
  required: 'required',
  requiredOrElsewhere: 'required, or from an earlier inquiry',
  types: {
    string: 'string',
    number: 'number',
    integer: 'integer',
    boolean: 'boolean',
    object: 'object',
    array: 'array of',
    null: 'null',
    or: ' or ',
    max: 'up to',
  },
  script: {
    copy: 'Copy',
    copied: 'Copied',
    run: 'Run in the sandbox',
    running: 'Running …',
    key: 'Your test key',
    keyHint: 'Sign in to the portal to use your own, or paste one here. It stays in this tab.',
    failed: 'No answer. Is the gateway running?',
  },
};

const fr: Words = {
  title: 'Documentation',
  otherLanguage: { code: 'en', name: 'English' },
  menu: 'Menu',
  portal: 'Portail',
  search: 'Rechercher',
  searchTitle: 'Rechercher dans la documentation',
  found: (query) => `Pages sur « ${query} »`,
  nothingFound: (query) => `Aucune page ne traite de « ${query} ».`,
  unknownPage: 'Cette page n’existe pas. Il s’agit peut-être de l’une de celles-ci :',
  onThisPage: 'Sur cette page',
  previous: 'Précédent',
  next: 'Suivant',
  asMarkdown: 'Cette page en Markdown',
  reference: 'Référence',
  tags: { payments: 'Paiements', sms: 'SMS', callback: 'Callbacks' },
  errors: 'Erreurs',
  errorsLead:
    'Chaque code d’une réponse et chaque raison d’échec d’un paiement, avec la conduite à tenir.',
  codes: 'Codes',
  codesLead: 'Le champ `code` de chaque réponse. Seul 2000 est un succès.',
  catalogue: 'Catalogue d’erreurs',
  catalogueLead:
    'Le champ `errorType` d’une opération rejetée ou échouée. `__amount__` est remplacé par le montant. `GET /api-services/errors` renvoie cette liste dans la langue de votre compte.',
  smsCode: 'SMS',
  codeOf: (code) => `Code ${code}`,
  errorOf: (id) => `Erreur ${id}`,
  meaning: 'Signification',
  whatToDo: 'Que faire',
  whenItComes: 'Quand elle survient',
  whenItComesText:
    'Immédiatement, dans une réponse de `code` 4000 ; ou plus tard, dans le callback d’une opération acceptée, avec le `status` FAILLED. Dans les deux cas le résultat est définitif : aucun argent n’a circulé ni ne circulera.',
  inSandbox: 'Dans le bac à sable',
  inSandboxText: (later, now) =>
    `Un numéro qui se termine par \`${later}\` est accepté, puis échoue avec cette erreur. Un numéro qui se termine par \`${now}\` est rejeté immédiatement avec elle.`,
  allErrors: 'Toutes les erreurs',
  headers: 'En-têtes',
  body: 'Corps',
  request: 'Requête',
  answers: 'Réponses',
  examples: 'Exemples',
  commonFields: 'Champs communs à tous les services',
  moreFields: 'Champs supplémentaires',
  extras: (form) => form,
  noExtras: (forms) => `Champs communs uniquement : ${forms}.`,
  required: 'obligatoire',
  requiredOrElsewhere: 'obligatoire, ou repris d’une consultation précédente',
  types: {
    string: 'chaîne',
    number: 'nombre',
    integer: 'entier',
    boolean: 'booléen',
    object: 'objet',
    array: 'tableau de',
    null: 'null',
    or: ' ou ',
    max: 'jusqu’à',
  },
  script: {
    copy: 'Copier',
    copied: 'Copié',
    run: 'Exécuter dans le bac à sable',
    running: 'En cours…',
    key: 'Votre clé de test',
    keyHint:
      'Connectez-vous au portail pour utiliser la vôtre, ou collez-en une ici. Elle reste dans cet onglet.',
    failed: 'Aucune réponse. La passerelle fonctionne-t-elle ?',
  },
};

export const words: { readonly [language in Language]: Words } = { fr, en };
