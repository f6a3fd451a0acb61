// Messages of the audit log.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const auditMessages = {
  title: t('Journal d’audit', 'Audit log'),
  lead: t(
    'Qui a fait quoi, quand et d’où. Chaque entrée est liée à la précédente par une clé absente de la base de données : toute modification faite dans la base seule est détectée par la vérification.',
    'Who did what, when and from where. Each entry is chained to the previous one with a key that is not in the database, so verification detects any change made in the database alone.',
  ),
  action: vocabulary.action,
  allActions: t('Toutes les actions', 'All actions'),
  subject: t('Objet', 'Subject'),
  subjectExample: t('demande 3', 'request 3'),
  account: vocabulary.accountId,
  user: t('Utilisateur n°', 'User ID'),
  person: t('Personne', 'Person'),
  allPeople: t('Toutes les personnes', 'Everybody'),
  what: t('Ce qui s’est passé', 'What happened'),
  authors: {
    user: t('Un utilisateur', 'A user'),
    nobody: t('Une personne non connectée', 'Somebody who is not signed in'),
    command: t('La ligne de commande', 'The command line'),
    system: t('Le système', 'The system'),
  },
  did: t(
    (action: string) => `a fait « ${action} »`,
    (action) => `did “${action}”`,
  ),
  /** Before what it is about. */
  about: t(' : ', ': '),
  ofField: t(
    (field: string) => `${field} : `,
    (field) => `${field}: `,
  ),
  nothing: t('rien', 'nothing'),
  changes: t('Avant et après', 'Before and after'),
  field: t('Champ', 'Field'),
  number: vocabulary.number,
  entry: t(
    (number: string) => `Entrée ${number}`,
    (number) => `Entry ${number}`,
  ),
  at: vocabulary.date,
  who: t('Auteur', 'Author'),
  kinds: {
    user: t('Utilisateur', 'User'),
    nobody: t('Inconnu', 'Unknown'),
    command: t('Ligne de commande', 'Command line'),
    system: t('Système', 'System'),
  },
  email: vocabulary.email,
  address: vocabulary.ipAddress,
  agent: t('Navigateur', 'Browser'),
  old: t('Avant', 'Before'),
  now: t('Après', 'After'),
  sameAction: t('Cette action uniquement', 'This action only'),
  sameUser: t('Cet utilisateur uniquement', 'This user only'),
  sameSubject: t('Cet objet uniquement', 'This subject only'),
  none: t('Aucune entrée', 'No entries'),
  noneHint: t('Aucune entrée ne correspond à ces filtres.', 'No entries match these filters.'),
  excel: t('Fichier Excel', 'Excel file'),
  plain: t('Fichier CSV', 'CSV file'),
  verify: t('Vérifier la chaîne', 'Verify chain'),
  verifying: t('Vérification…', 'Verifying…'),
  whole: t(
    (entries: string) => `La chaîne est intacte : ${entries} entrées vérifiées.`,
    (entries) => `The chain is intact: ${entries} entries verified.`,
  ),
  broken: t(
    (number: string) => `La chaîne est rompue à l’entrée ${number}.`,
    (number) => `The chain is broken at entry ${number}.`,
  ),
  head: t('Empreinte de la dernière entrée', 'Hash of the last entry'),
  headHint: t(
    'Les nœuds écrivent cette empreinte chaque jour dans leur journal. Comparée à l’une de ces lignes (audit verify --head), elle prouve qu’aucune entrée antérieure n’a été modifiée ni supprimée.',
    'Nodes write this hash to their log every day. Compared with one of those lines (audit verify --head), it proves that no earlier entry was changed or removed.',
  ),
  plainUntil: t(
    (number: string) =>
      `Les entrées antérieures à la ${number} datent d’avant la clé : elles sont chaînées sans elle et protégées par la première entrée suivante.`,
    (number) =>
      `Entries before ${number} are older than the key: they are chained without it and protected by the first entry after them.`,
  ),
};
