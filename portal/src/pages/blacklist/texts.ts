// Which words does the page of the blacklist say?

import { defineTexts, plural } from '../../language/index.ts';

export const blacklistTexts = defineTexts(
  {
    title: 'Liste noire',
    lead: 'Adresses exclues un temps des recherches de statut, après trop de recherches refusées.',
    address: 'Adresse',
    account: 'Compte',
    keyless: 'Sans clé',
    reason: 'Motif',
    tooMany: 'Trop de recherches refusées',
    refused: (count: number, seconds: string) =>
      `${plural('fr', count, { one: '# recherche refusée', other: '# recherches refusées' })} en ${seconds} s`,
    since: 'Exclue',
    until: 'Jusqu’à',
    release: 'Libérer',
    releaseOne: (address: string) => `Libérer ${address}`,
    releaseTitle: (address: string) => `Libérer ${address} ?`,
    releaseWords: 'Cette adresse pourra aussitôt rechercher des statuts, sur tous les nœuds.',
    released: 'Adresse libérée.',
    none: 'Personne n’est exclu',
    noneHint: 'Une adresse apparaît ici quand elle dépasse trop souvent la limite des recherches.',
    action: 'Action',
  },
  {
    title: 'Blacklist',
    lead: 'Addresses shut out of status look-ups for a time, after too many refused ones.',
    address: 'Address',
    account: 'Account',
    keyless: 'Without a key',
    reason: 'Reason',
    tooMany: 'Too many refused look-ups',
    refused: (count, seconds) => `${plural('en', count, { one: '# refused look-up', other: '# refused look-ups' })} within ${seconds} s`,
    since: 'Shut out',
    until: 'Until',
    release: 'Release',
    releaseOne: (address) => `Release ${address}`,
    releaseTitle: (address) => `Release ${address}?`,
    releaseWords: 'This address may look up statuses again at once, on all nodes.',
    released: 'Address released.',
    none: 'Nobody is shut out',
    noneHint: 'An address appears here when it goes beyond the limit of look-ups too often.',
    action: 'Action',
  },
);
