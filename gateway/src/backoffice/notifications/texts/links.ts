// The texts of e-mails that bring a one-time link.

import type { NotificationParameters } from '../kinds.ts';
import type { Message } from '../message.ts';
import { nameShown } from './names.ts';
import type { TextTerms } from './terms.ts';

export function invitationText(
  { company, by: inviter }: NotificationParameters['invitation'],
  { t, site, url }: TextTerms,
): Message {
  const by = nameShown(inviter);
  const place =
    company === null
      ? t('l’équipe de l’opérateur', 'the operator’s team')
      : (nameShown(company) ?? t('une équipe', 'a team'));
  return {
    // Nobody but us chooses what a mailbox shows first.
    subject: t(
      `Invitation à rejoindre une équipe sur ${site}`,
      `Invitation to join a team on ${site}`,
    ),
    paragraphs: [
      by === null
        ? t(
            `Vous êtes invité à rejoindre ${place} sur ${site}.`,
            `You are invited to join ${place} on ${site}.`,
          )
        : t(
            `${by} vous invite à rejoindre ${place} sur ${site}.`,
            `${by} invites you to join ${place} on ${site}.`,
          ),
      t(
        'Le lien ci-dessous vous est personnel. Il fonctionne une seule fois et reste valable sept jours.',
        'The link below is for you alone. It works once and is valid for seven days.',
      ),
    ],
    link: { label: t('Accepter l’invitation', 'Accept the invitation'), url },
    footer: t(
      'Si vous n’attendiez pas cette invitation, ignorez ce message : rien ne se passe sans ce lien. Ne le transférez à personne.',
      'If you did not expect this invitation, ignore this message: nothing happens without the link. Do not forward it.',
    ),
  };
}

export function resetText(
  { secondFactors }: NotificationParameters['reset'],
  { t, site, url }: TextTerms,
): Message {
  return {
    subject: t('Choisissez un nouveau mot de passe', 'Choose a new password'),
    paragraphs: [
      t(
        `Un lien pour choisir un nouveau mot de passe a été demandé pour votre compte sur ${site}.`,
        `A link to choose a new password was requested for your account on ${site}.`,
      ),
      ...(secondFactors
        ? [
            t(
              'Ce lien retire aussi votre application d’authentification et vos clés d’accès.',
              'The link also removes your authenticator app and your passkeys.',
            ),
          ]
        : []),
      t(
        'Il fonctionne une seule fois et reste valable sept jours. Votre mot de passe actuel reste en vigueur jusque-là.',
        'It works once and is valid for seven days. Your present password stays in force until then.',
      ),
    ],
    link: { label: t('Choisir un mot de passe', 'Choose a password'), url },
    footer: t(
      'Si vous n’avez rien demandé, prévenez la personne qui administre votre compte. Ne transférez ce message à personne.',
      'If you did not ask for this, tell whoever administers your account. Do not forward this message.',
    ),
  };
}
