// Messages of the team page.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const teamMessages = {
  title: t('Équipe', 'Team'),
  lead: t(
    'Les personnes qui ont accès, avec leur rôle et leurs pays.',
    'Who has access, with which role and for which countries.',
  ),
  leadOperator: t(
    'Les utilisateurs de l’opérateur, avec leur rôle et leurs pays.',
    'The operator’s users, with their roles and countries.',
  ),
  members: t('Membres', 'Members'),
  name: vocabulary.name,
  email: vocabulary.emailAddress,
  role: vocabulary.role,
  countries: t('Pays', 'Countries'),
  everyCountry: t('Tous les pays', 'All countries'),
  secondFactor: vocabulary.secondFactor,
  protected: vocabulary.active,
  unprotected: t('Absent', 'None'),
  disabled: t('Accès désactivé', 'Access disabled'),
  seen: vocabulary.lastActive,
  never: t('Pas de session ouverte', 'No open session'),
  since: t('Membre depuis', 'Member since'),
  actions: vocabulary.actions,
  self: t('vous', 'you'),
  change: vocabulary.edit,
  changeOf: t(
    (name: string) => `Modifier ${name}`,
    (name) => `Edit ${name}`,
  ),
  changeTitle: t(
    (name: string) => `Modifier l’accès de ${name}`,
    (name) => `Edit access of ${name}`,
  ),
  save: vocabulary.save,
  saved: t('Accès modifié.', 'Access updated.'),
  countsFrom: t(
    (moment: string) => `Approuve dès le ${moment}`,
    (moment) => `Approves from ${moment}`,
  ),
  attest: t('Attester', 'Attest'),
  attestOf: t(
    (name: string) => `Attester que ${name} est une autre personne`,
    (name) => `Attest that ${name} is a different person`,
  ),
  attestTitle: t(
    (name: string) => `${name} est bien une autre personne ?`,
    (name) => `Is ${name} really a different person?`,
  ),
  attestBody: t(
    'Vous confirmez l’avoir vérifié vous-même, par exemple de vive voix. Ses approbations comptent alors immédiatement. Votre attestation est inscrite au journal d’audit.',
    'You confirm that you have checked this yourself, for example in person. Their approvals then count at once. Your attestation is written to the audit log.',
  ),
  attested: t('Ses approbations comptent désormais.', 'Their approvals count now.'),
  remove: vocabulary.remove,
  removeOf: t(
    (name: string) => `Retirer ${name}`,
    (name) => `Remove ${name}`,
  ),
  removeTitle: t(
    (name: string) => `Retirer ${name} de l’équipe ?`,
    (name) => `Remove ${name} from the team?`,
  ),
  removeBody: t(
    'Ce membre perd son accès immédiatement. Ses actions restent dans le journal d’audit.',
    'This member loses access immediately. Their actions stay in the audit log.',
  ),
  removed: t('Membre retiré.', 'Member removed.'),
  invite: t('Inviter', 'Invite'),
  inviteTitle: t('Inviter un membre', 'Invite a member'),
  inviteHint: t('Vous obtenez un lien à lui transmettre.', 'You get a link to pass on.'),
  inviteMailHint: t('Nous lui envoyons un lien personnel.', 'We send a personal link.'),
  inviteSend: t('Envoyer l’invitation', 'Send invitation'),
  mailedTitle: t('Invitation envoyée', 'Invitation sent'),
  mailed: t(
    (email: string) =>
      `Un e-mail part vers ${email}. Le lien ne fonctionne qu’une fois et reste valable sept jours.`,
    (email) =>
      `An email is on its way to ${email}. The link works only once and is valid for seven days.`,
  ),
  makeLink: t('Créer le lien', 'Create link'),
  notTwo: t(
    'Vous ne pouvez pas approuver les demandes d’une personne que vous avez invitée, ni elle les vôtres, tant que l’administrateur du serveur n’a pas attesté votre indépendance avec « jokko operator vouch ».',
    'You cannot approve a request from someone you invited, nor they yours, until the server administrator attests your independence with “jokko operator vouch”.',
  ),
  linkTitle: t('Lien d’invitation', 'Invitation link'),
  linkLabel: t(
    (email: string) => `Pour ${email}`,
    (email) => `For ${email}`,
  ),
  linkOnce: t(
    'Ce lien n’est affiché qu’une fois et ne sert qu’une fois. Transmettez-le par un canal sûr.',
    'This link is shown only once and works only once. Send it over a secure channel.',
  ),
  done: vocabulary.done,
  limit: t('Accès limité à certains pays', 'Restrict access to certain countries'),
  limitHint: t(
    'Sans restriction, l’accès couvre tous les pays.',
    'Without a restriction, access covers all countries.',
  ),
  chooseCountry: t('Choisissez au moins un pays.', 'Choose at least one country.'),
  invitations: t('Invitations en attente', 'Pending invitations'),
  expires: t('Valable jusqu’au', 'Valid until'),
  byOperator: t('Par l’opérateur', 'By the operator'),
  waits: t('Pas encore approuvée', 'Not approved yet'),
  withdraw: t('Retirer l’invitation', 'Withdraw invitation'),
  withdrawOf: t(
    (email: string) => `Retirer l’invitation de ${email}`,
    (email) => `Withdraw invitation for ${email}`,
  ),
  withdrawTitle: t(
    (email: string) => `Retirer l’invitation de ${email} ?`,
    (email) => `Withdraw invitation for ${email}?`,
  ),
  withdrawBody: t('Le lien ne fonctionnera plus.', 'The link will no longer work.'),
  withdrawn: t('Invitation retirée.', 'Invitation withdrawn.'),
  roleHints: {
    owner: t(
      'Tous les droits, y compris sur les autres propriétaires.',
      'Full access, including other owners.',
    ),
    admin: t('Tous les droits, sauf sur les propriétaires.', 'Full access, except owners.'),
    developer: t(
      'Clés, callbacks et SMS, sans accès à l’argent.',
      'Keys, callbacks and SMS, without access to money.',
    ),
    finance: t('Solde, relevés et remboursements.', 'Balance, statements and refunds.'),
    support: t('Opérations et réclamations.', 'Operations and claims.'),
    viewer: t('Consulter sans rien modifier.', 'View without changing anything.'),
    auditor: t(
      'Lire le journal d’audit, les transactions et le rapprochement, sans rien modifier.',
      'Read the audit log, transactions and reconciliation, without changing anything.',
    ),
  },
};
