// The texts of alerts: one message for all that began together.

import type { AlertItem, NotificationParameters } from '../kinds.ts';
import type { Message } from '../message.ts';
import { ruleLines, sinceText, subjectText } from './alert-lines.ts';
import type { TextTerms } from './terms.ts';

export function alertText(
  { what, critical, items, count }: NotificationParameters['alert'],
  terms: TextTerms,
): Message {
  const { t, site, url } = terms;
  const [first] = items;
  const lineOf = (item: AlertItem): string =>
    ruleLines[item.rule][what === 'ended' ? 'ended' : 'begun'](item, terms);
  const one = first === undefined ? '' : lineOf(first);
  const head = {
    raised: critical ? t('Alerte critique', 'Critical alert') : t('Alerte', 'Alert'),
    escalated: t('Alerte sans réponse', 'Unanswered alert'),
    ended: t('Rétabli', 'Resolved'),
  }[what];
  const rest = count > 1 ? t(` (et ${count - 1} de plus)`, ` (and ${count - 1} more)`) : '';
  return {
    subject: t(`${head} : ${one}${rest}`, `${head}: ${one}${rest}`),
    paragraphs: [
      ...(count > 1
        ? items.map(
            (item) => `• ${lineOf(item)} (${t('depuis', 'since')} ${sinceText(item.raisedAt, t)})`,
          )
        : []),
      ...(count > items.length
        ? [t(`Et ${count - items.length} autres.`, `And ${count - items.length} others.`)]
        : []),
      {
        raised: t(
          'Acquittez l’alerte si vous vous en occupez : les autres destinataires ne seront plus sollicités.',
          'Acknowledge the alert if you look after it: nobody else will be called.',
        ),
        escalated: t('Personne ne l’a acquittée à temps.', 'Nobody acknowledged it in time.'),
        ended: t(
          'La situation est rétablie depuis deux minutes.',
          'It has been back to normal for two minutes.',
        ),
      }[what],
    ],
    facts:
      count === 1 && first !== undefined
        ? [
            [t('Depuis', 'Since'), sinceText(first.raisedAt, t)],
            [t('Objet', 'About'), subjectText(first.subject, t)],
          ]
        : [],
    link: {
      label: linkLabel(what, count, t),
      url,
    },
    footer: t(
      `Vous recevez ce message parce que vous faites partie des personnes alertées sur ${site}.`,
      `You get this message because you are one of the people alerted on ${site}.`,
    ),
  };
}

function linkLabel(what: 'raised' | 'escalated' | 'ended', count: number, t: TextTerms['t']) {
  if (count > 1) return t('Ouvrir les alertes', 'Open alerts');
  return what === 'ended'
    ? t('Ouvrir l’alerte', 'Open alert')
    : t('Ouvrir et acquitter', 'Open and acknowledge');
}

export const testText = (_: object, { t, site, url }: TextTerms): Message => ({
  subject: t(`Essai des alertes de ${site}`, `Test of the alerts of ${site}`),
  paragraphs: [
    t(
      'Ce message montre que les alertes vous parviennent par ce canal.',
      'This message shows that alerts reach you on this channel.',
    ),
  ],
  link: { label: t('Ouvrir les alertes', 'Open alerts'), url },
  footer: t('Envoyé à votre demande.', 'Sent at your request.'),
});
