// What must be true before a route to a bank carries real money.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'channel',
    check: 'connection',
    text: {
      fr: 'Le canal de fichiers répond, et sa clé d’hôte est celle que la banque a donnée par écrit.',
      en: 'The file channel answers, and its host key is the one that the bank gave in writing.',
    },
  },
  {
    id: 'test-file',
    check: 'person',
    text: {
      fr: 'La banque a accepté un fichier d’essai : version, caractères, forme des comptes.',
      en: 'The bank has accepted a test file: version, characters, form of the accounts.',
    },
  },
  {
    id: 'duplicate-message',
    check: 'person',
    text: {
      fr: 'La banque confirme qu’elle refuse un fichier dont elle a déjà reçu le MsgId.',
      en: 'The bank confirms that it refuses a file whose MsgId it has had before.',
    },
  },
  {
    id: 'hours',
    check: 'person',
    text: {
      fr: 'L’heure limite, les jours ouvrés et les jours fériés de l’année sont saisis.',
      en: 'The cut-off time, working days and the holidays of the year are entered.',
    },
  },
  {
    id: 'status-file',
    check: 'notice',
    text: {
      fr: 'Un fichier de statut de la banque a été lu.',
      en: 'A status file of the bank has been read.',
    },
  },
  {
    id: 'first-payment',
    check: 'payment',
    text: {
      fr: 'Un virement d’essai a abouti.',
      en: 'A test transfer has succeeded.',
    },
  },
  {
    id: 'statement',
    check: 'statement',
    text: {
      fr: 'Un relevé camt.053 du compte a été lu.',
      en: 'A statement (camt.053) of the account has been read.',
    },
  },
  {
    id: 'returns',
    check: 'person',
    text: {
      fr: 'La banque a dit comment un virement revenu paraît sur le relevé.',
      en: 'The bank has said how a returned transfer shows on the statement.',
    },
  },
];
