// The texts of e-mails about incidents: the link that confirms a subscription, and what is
// published.

import type { NotificationParameters } from '../kinds.ts';
import type { Message } from '../message.ts';
import type { TextTerms } from './terms.ts';

export const subscriptionText = (
  { key }: NotificationParameters['subscription'],
  { t, site, url }: TextTerms,
): Message => ({
  subject: t('Confirmez votre abonnement aux incidents', 'Confirm your subscription to incidents'),
  paragraphs: [
    t(
      `Quelqu’un, sans doute vous, veut recevoir à cette adresse les incidents de ${site}. Rien n’est envoyé tant que vous n’avez pas confirmé.`,
      `Somebody, probably you, wants to get the incidents of ${site} at this address. Nothing is sent until you confirm.`,
    ),
  ],
  link: { label: t('Confirmer l’abonnement', 'Confirm the subscription'), url: `${url}#${key}` },
  footer: t(
    'Si ce n’est pas vous, ignorez ce message : l’adresse est effacée après sept jours.',
    'If it was not you, ignore this message: the address is removed after seven days.',
  ),
});

export function incidentText(
  { what, title, text, key }: NotificationParameters['incident'],
  { t, site, url }: TextTerms,
): Message {
  const head = {
    opened: t('Incident', 'Incident'),
    updated: t('Incident, suite', 'Incident update'),
    resolved: t('Incident résolu', 'Incident resolved'),
  }[what];
  return {
    subject: t(`${head} : ${title}`, `${head}: ${title}`),
    paragraphs: text.split(/\n{2,}/),
    link: { label: t('État des services', 'Service status'), url },
    footer: t(
      `Vous êtes abonné aux incidents de ${site}.`,
      `You are subscribed to the incidents of ${site}.`,
    ),
    footerLink: {
      label: t('Se désabonner', 'Unsubscribe'),
      url: `${url}/subscription?end=1#${key}`,
    },
  };
}
