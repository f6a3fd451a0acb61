// The texts of what owners must know of for the security of their account: nobody can switch them
// off.

import type { NotificationParameters } from '../kinds.ts';
import type { Message } from '../message.ts';
import { nameOf } from './names.ts';
import type { TextTerms } from './terms.ts';

const footerOf = ({ t, site }: TextTerms): string =>
  t(
    `Vous recevez ce message parce que vous gérez ce compte sur ${site}. Les avis de sécurité ne peuvent pas être désactivés.`,
    `You get this message because you manage this account on ${site}. Security notices cannot be switched off.`,
  );

export function memberText(
  { account, name: joined, email, by }: NotificationParameters['member'],
  terms: TextTerms,
): Message {
  const { t, url } = terms;
  const name = nameOf(joined);
  const place =
    account === null ? t('l’équipe de l’opérateur', 'the operator’s team') : nameOf(account);
  return {
    subject: t(`${name} a rejoint ${place}`, `${name} joined ${place}`),
    paragraphs: [
      t(
        'Si cette personne ne doit pas avoir accès, retirez-la dès maintenant.',
        'If this person should not have access, remove them now.',
      ),
    ],
    facts: [
      [t('Nom', 'Name'), name],
      [t('Adresse e-mail', 'Email address'), email],
      ...(by === null ? [] : [[t('Invitation de', 'Invited by'), nameOf(by)] as const]),
    ],
    link: { label: t('Voir l’équipe', 'View team'), url },
    footer: footerOf(terms),
  };
}

export function keyText(
  { account, what, made, by }: NotificationParameters['key'],
  terms: TextTerms,
): Message {
  const { t, url } = terms;
  const key =
    what === 'key' ? t('clé d’API', 'API key') : t('clé d’application SMS', 'SMS application key');
  const head =
    made === 'new'
      ? t(`Nouvelle ${key}`, `New ${key}`)
      : t(`Remplacement d’une ${key}`, `Replaced ${key}`);
  return {
    subject: t(`${head} pour ${nameOf(account)}`, `${head} for ${nameOf(account)}`),
    paragraphs: [
      t(
        'Si personne chez vous ne l’a demandée, révoquez-la et changez vos mots de passe.',
        'If nobody of yours asked for it, revoke it and change your passwords.',
      ),
    ],
    facts: [
      [
        t('Créée par', 'Made by'),
        by === null ? t('l’administrateur du serveur', 'the server’s administrator') : nameOf(by),
      ],
    ],
    link: { label: t('Voir les clés', 'View keys'), url },
    footer: footerOf(terms),
  };
}
