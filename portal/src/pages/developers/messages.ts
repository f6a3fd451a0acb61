// Messages of the operator's pages about developers.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const developersMessages = {
  title: vocabulary.developers,
  lead: t(
    'Les comptes qui utilisent la passerelle : soldes, services et membres.',
    'The accounts that use the gateway: balances, services and members.',
  ),
  back: vocabulary.developers,
  parts: t('Parties du dossier', 'Parts of this account'),
  tabs: {
    overview: vocabulary.overview,
    payments: t('Paiements', 'Payments'),
    services: t('Services', 'Services'),
    money: t('Argent', 'Money'),
    people: t('Personnes', 'People'),
    file: t('Dossier', 'File'),
    settings: t('Paramètres', 'Settings'),
  },
  integrationTested: t('Intégration testée le', 'Integration tested on'),
  search: t('Nom ou numéro', 'Name or ID'),
  name: vocabulary.name,
  number: t('Numéro', 'ID'),
  state: vocabulary.status,
  active: vocabulary.active,
  suspended: t('Suspendu', 'Suspended'),
  balance: vocabulary.available,
  held: vocabulary.held,
  services: vocabulary.services,
  members: t('Membres', 'Members'),
  created: t('Ouvert', 'Opened'),
  none: t('Aucun compte', 'No accounts'),
  noneHint: t('Aucun compte ne correspond à cette recherche.', 'No accounts match this search.'),
  open: t('Ouvrir un compte', 'Open an account'),
  openName: t('Entreprise ou projet', 'Company or project'),
  currency: vocabulary.currency,
  language: t('Langue des messages', 'Message language'),
  languages: {
    fr: vocabulary.french,
    en: vocabulary.english,
  },
  allServices: t('Activer tous les services du catalogue', 'Activate all catalogue services'),
  firstMember: t(
    'Le compte s’ouvre sans clé. Invitez ensuite son premier membre : lui seul peut créer la clé et la voir.',
    'The account opens without a key. Next, invite its first member: only they can create the key and see it.',
  ),
  finish: vocabulary.done,
  suspend: t('Suspendre', 'Suspend'),
  resume: t('Réactiver', 'Reactivate'),
  look: t('Consulter le portail', 'View portal'),
  lookTitle: t(
    (name: string) => `Consulter le portail de ${name}`,
    (name) => `View the portal of ${name}`,
  ),
  lookBody: t(
    'Pendant 30 minutes, vous voyez ce que voit le compte, hors clés et secrets, en lecture seule.',
    'For 30 minutes you see what the account sees, except keys and secrets, in read-only mode.',
  ),
  suspendTitle: t(
    (name: string) => `Suspendre « ${name} » ?`,
    (name) => `Suspend “${name}”?`,
  ),
  resumeTitle: t(
    (name: string) => `Réactiver « ${name} » ?`,
    (name) => `Reactivate “${name}”?`,
  ),
  suspendBody: t(
    'Le compte ne pourra plus démarrer d’opérations. Les opérations en cours se terminent normalement.',
    'The account cannot start new operations. Operations in progress complete normally.',
  ),
  resumeBody: t(
    'Le compte pourra de nouveau démarrer des opérations.',
    'The account can start operations again.',
  ),
  reason: vocabulary.reason,
  reasonHint: t('Inscrit au journal d’audit.', 'Recorded in the audit log.'),
  suspendDone: t('Compte suspendu.', 'Account suspended.'),
  resumeDone: t('Compte réactivé.', 'Account reactivated.'),
  balances: t('Soldes', 'Balances'),
  money: t('Approvisionner ou ajuster', 'Fund or adjust'),
  moneyTitle: t(
    (name: string) => `Solde de « ${name} »`,
    (name) => `Balance of “${name}”`,
  ),
  moneyLead: t(
    'Une seconde personne doit approuver avant toute modification du solde.',
    'A second user must approve before the balance changes.',
  ),
  moneyKind: t('Type de mouvement', 'Type of movement'),
  fund: t('Approvisionner', 'Fund'),
  fundHint: t('Ajoute de l’argent reçu du développeur.', 'Adds money received from the developer.'),
  adjust: t('Ajuster', 'Adjust'),
  adjustHint: t(
    'Ajoute un montant, ou en retire un s’il est négatif.',
    'Adds an amount, or deducts it if negative.',
  ),
  amount: vocabulary.amount,
  ask: vocabulary.requestApproval,
  asked: t(
    'Demande envoyée. Une autre personne doit l’approuver.',
    'Request sent. Another user must approve it.',
  ),
  servicesCaption: t(
    'Services du compte et leurs prix',
    'Services of the account and their prices',
  ),
  service: vocabulary.service,
  price: vocabulary.price,
  own: vocabulary.priceOverride,
  catalogue: t('Tarif du catalogue', 'Catalogue price'),
  priceKind: t('Tarif appliqué', 'Applied price'),
  activate: t('Activer', 'Activate'),
  activateOne: t(
    (name: string) => `Activer ${name}`,
    (name) => `Activate ${name}`,
  ),
  deactivate: t('Désactiver', 'Deactivate'),
  deactivateOne: t(
    (name: string) => `Désactiver ${name}`,
    (name) => `Deactivate ${name}`,
  ),
  switchOn: t(
    (name: string) => `Activer ${name} ?`,
    (name) => `Activate ${name}?`,
  ),
  switchOff: t(
    (name: string) => `Désactiver ${name} ?`,
    (name) => `Deactivate ${name}?`,
  ),
  switchOnBody: t(
    'Le compte pourra utiliser ce service immédiatement. Un tarif négocié auparavant s’applique de nouveau.',
    'The account can use this service immediately. An earlier price override applies again.',
  ),
  switchOffBody: t(
    'Le compte ne pourra plus démarrer d’opérations avec ce service. Les opérations en cours se terminent normalement.',
    'The account cannot start new operations with this service. Operations in progress complete normally.',
  ),
  agree: t('Définir un tarif négocié', 'Set price override'),
  agreeOne: t(
    (name: string) => `Définir un tarif négocié pour ${name}`,
    (name) => `Set price override for ${name}`,
  ),
  agreeTitle: t(
    (name: string) => `Tarif négocié de ${name}`,
    (name) => `Price override for ${name}`,
  ),
  agreeLead: t(
    'Le tarif entre en vigueur après l’approbation d’une seconde personne.',
    'The price comes into force after a second user approves it.',
  ),
  inactive: vocabulary.inactive,
  percent: t('Pourcentage', 'Percentage'),
  fixed: t('Part fixe', 'Fixed part'),
  minimum: t('Commission minimum', 'Minimum commission'),
  maximum: t('Commission maximum', 'Maximum commission'),
  optional: vocabulary.optional,
  save: vocabulary.save,
  saved: t('Service enregistré.', 'Service saved.'),
  action: vocabulary.action,
  membersCaption: t('Membres du compte', 'Account members'),
  email: vocabulary.email,
  role: vocabulary.role,
  secondFactor: vocabulary.secondFactor,
  yes: vocabulary.yes,
  no: vocabulary.no,
  seen: vocabulary.lastActive,
  never: t('jamais', 'never'),
  noMembers: t('Aucun membre', 'No members'),
  noMembersHint: t('Invitez le propriétaire de ce compte.', 'Invite the owner of this account.'),
  invite: t('Inviter', 'Invite'),
  inviteTitle: t('Inviter un membre', 'Invite a member'),
  inviteEmail: vocabulary.emailAddress,
  inviteLink: t('Lien d’invitation', 'Invitation link'),
  secondInvites: t(
    'Ce compte a des membres ou de l’argent : le lien ne fonctionnera qu’après l’approbation d’une seconde personne. Le compte en est informé.',
    'This account has members or money: the link works only after a second user approves it. The account is notified.',
  ),
  linkWaits: t(
    (approvalRequest: string) =>
      `Ce lien ne fonctionne pas encore : une autre personne doit approuver la demande ${approvalRequest}.`,
    (approvalRequest) =>
      `This link does not work yet: another user must approve request ${approvalRequest}.`,
  ),
  reset: t('Réinitialiser le mot de passe', 'Reset password'),
  resetOne: t(
    (name: string) => `Réinitialiser le mot de passe de ${name}`,
    (name) => `Reset password of ${name}`,
  ),
  resetTitle: t(
    (name: string) => `Réinitialiser le mot de passe de ${name}`,
    (name) => `Reset password of ${name}`,
  ),
  resetBody: t(
    'Vous obtenez un lien à transmettre. Il fonctionne après l’approbation d’une seconde personne ; le compte en est informé. Assurez-vous que la demande vient bien de ce membre.',
    'You get a link to pass on. It works after a second user approves it; the account is notified. Make sure that the request really comes from this member.',
  ),
  resetLink: t('Lien de réinitialisation', 'Password reset link'),
  withoutFactors: t('Supprimer aussi ses seconds facteurs', 'Also remove second factors'),
  withoutFactorsHint: t('Si son téléphone est perdu.', 'If the member has lost their phone.'),
  linkMailed: t(
    'Le lien part par e-mail. Il ne sert qu’une fois.',
    'The link is sent by email. It works only once.',
  ),
  linkMailedLater: t(
    (approvalRequest: string) =>
      `Le lien part par e-mail dès qu’une autre personne a approuvé la demande ${approvalRequest}.`,
    (approvalRequest) =>
      `The link is sent by email as soon as another user has approved request ${approvalRequest}.`,
  ),
  inviteHint: t(
    'Transmettez ce lien au membre. Il ne sert qu’une fois.',
    'Send this link to the member. It works only once.',
  ),
  noCatalogue: t('Le catalogue est vide.', 'The catalogue is empty.'),
};
