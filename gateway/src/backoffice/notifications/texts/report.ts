// The text of an e-mail that brings a report: its verdict in the subject, its sums in the text, the
// rest in the file.

import { reportFigures, type NotificationParameters } from '../kinds.ts';
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
  const { key, figures = [] } = parameters;
  const { t, site, url, base, money } = terms;
  return {
    subject: subjectOf(parameters, terms),
    paragraphs: [t('Le rapport est joint à ce message.', 'The report is attached.')],
    facts: figures.map(({ name, of, amount, currency }) => [
      labelOf(name, of, t),
      money(amount, currency),
    ]),
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

function labelOf(name: keyof typeof reportFigures, of: string | null, t: TextTerms['t']): string {
  const [fr, en] = reportFigures[name];
  return of === null ? t(fr, en) : `${t(fr, en)} · ${of}`;
}

/** `2026-11-29`, as people write it. */
function dayText(day: string, t: TextTerms['t']): string {
  const on = (locale: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
  return t(on('fr-FR'), on('en-GB'));
}

function subjectOf({ report, by, points, ...period }: Parameters, { t }: TextTerms): string {
  const [firstDay, lastDay] = [dayText(period.firstDay, t), dayText(period.lastDay, t)];
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
