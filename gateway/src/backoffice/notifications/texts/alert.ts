// The texts of alerts: one message for all that began together.

import type { AlertItem, NotificationParameters } from '../kinds.ts';
import type { Message } from '../message.ts';
import type { TextTerms } from './terms.ts';

type Translate = TextTerms['t'];

/** One line: what is wrong with what. */
export function alertLine({ rule, subject, value }: AlertItem, t: Translate): string {
  switch (rule) {
    case 'route':
      return t(`La route ${subject} est perturbée`, `Route ${subject} is disturbed`);
    case 'smsLink':
      return t(
        `La liaison SMS ${subject} est interrompue ou bloquée`,
        `SMS link ${subject} is down or stuck`,
      );
    case 'float':
      return t(`Le float ${subject} est bas : ${value}`, `Float ${subject} is low: ${value}`);
    case 'floatHours':
      return t(
        `Le float ${subject} dure encore ${value} h à son rythme habituel`,
        `Float ${subject} lasts ${value} more h at its usual pace`,
      );
    case 'agedMoney':
      return t(
        `Opérations sans résultat depuis trop longtemps : ${value}`,
        `Operations without a result for too long: ${value}`,
      );
    case 'callbacks':
      return t(`Les callbacks ont ${value} min de retard`, `Callbacks are ${value} min late`);
    case 'queue':
      return t(
        `La tâche « ${subject} » échoue ou prend du retard`,
        `Task “${subject}” fails or is late`,
      );
    case 'reconciliation':
      return t(
        `Aucun relevé de ${subject} depuis ${value} jours`,
        `No statement of ${subject} for ${value} days`,
      );
    case 'statement':
      return t(
        `Le relevé ${subject} n’est pas complet, ou ne suit pas le précédent`,
        `Statement ${subject} is not whole, or does not follow the one before`,
      );
    case 'node':
      return t(
        `Le nœud ${subject} ne répond plus ou son horloge dérive`,
        `Node ${subject} is gone or its clock drifts`,
      );
    case 'disk':
      return t('Moins d’un dixième du disque est libre', 'Less than a tenth of the disk is free');
    case 'certificate':
      return t(
        `Un certificat ou un secret expire : ${subject}`,
        `A certificate or secret expires: ${subject}`,
      );
    default:
      return t(
        `La base de données demande une intervention : ${subject}`,
        `The database needs attention: ${subject}`,
      );
  }
}

export function alertText(
  { what, critical, items, count }: NotificationParameters['alert'],
  { t, site, url }: TextTerms,
): Message {
  const [first] = items;
  const one = first === undefined ? '' : alertLine(first, t);
  const head = {
    raised: critical ? t('Alerte critique', 'Critical alert') : t('Alerte', 'Alert'),
    escalated: t('Alerte sans réponse', 'Unanswered alert'),
    ended: t('Fin d’alerte', 'Alert resolved'),
  }[what];
  const rest = count > 1 ? t(` (et ${count - 1} de plus)`, ` (and ${count - 1} more)`) : '';
  return {
    subject: t(`${head} : ${one}${rest}`, `${head}: ${one}${rest}`),
    paragraphs: [
      ...(count > 1 ? items.map((item) => `• ${alertLine(item, t)}`) : []),
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
    link: { label: t('Ouvrir les alertes', 'Open alerts'), url },
    footer: t(
      `Vous recevez ce message parce que vous faites partie des personnes alertées sur ${site}.`,
      `You get this message because you are one of the people alerted on ${site}.`,
    ),
  };
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
