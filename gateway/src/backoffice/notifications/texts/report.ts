// The text of an e-mail that brings a report. What it says is in the file; the morning proof says
// its verdict in the subject.

import type { NotificationParameters } from '../kinds.ts';
import type { Message } from '../message.ts';
import type { TextTerms } from './terms.ts';

type Parameters = NotificationParameters['report'];

const groupings: {
  readonly [by in NonNullable<Parameters['by']>]: readonly [fr: string, en: string];
} = {
  service: ['par service', 'by service'],
  route: ['par route', 'by route'],
  developer: ['par développeur', 'by developer'],
  day: ['par jour', 'by day'],
};

export function reportText(parameters: Parameters, terms: TextTerms): Message {
  const { key } = parameters;
  const { t, site, url, base } = terms;
  return {
    subject: subjectOf(parameters, terms),
    paragraphs: [t('Le rapport est joint à ce message.', 'The report is attached.')],
    link: { label: t('Ouvrir dans le portail', 'Open in the portal'), url },
    footer: t(
      `Ce rapport vous est envoyé régulièrement par ${site}.`,
      `This report is sent to you regularly by ${site}.`,
    ),
    footerLink: {
      label: t('Ne plus le recevoir', 'Unsubscribe'),
      url: `${base}/reports/unsubscribe#${key}`,
    },
  };
}

function subjectOf(
  { report, by, firstDay, lastDay, points }: Parameters,
  { t }: TextTerms,
): string {
  const days =
    firstDay === lastDay ? firstDay : t(`${firstDay} au ${lastDay}`, `${firstDay} to ${lastDay}`);
  switch (report) {
    case 'morningProof':
      return points === 0
        ? t(
            `Preuve du matin du ${lastDay} : rien à examiner`,
            `Morning proof of ${lastDay}: nothing to look at`,
          )
        : t(
            `Preuve du matin du ${lastDay} : ${points} à examiner`,
            `Morning proof of ${lastDay}: ${points} to look at`,
          );
    case 'revenue': {
      const grouping = t(...groupings[by ?? 'service']);
      return t(`Revenus ${grouping}, ${days}`, `Revenue ${grouping}, ${days}`);
    }
    case 'settlements':
      return t(`Reversements payés, ${days}`, `Paid settlements, ${days}`);
  }
}
