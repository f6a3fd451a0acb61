// The head of a report: the period that it is about, told in the time zone of its reader.

export interface ReportPeriod {
  from: Date;
  /** Not included. */
  until: Date;
  language: 'fr' | 'en';
  timeZone: string;
}

const texts = {
  fr: { from: 'Du', until: 'Jusqu’au', timeZone: 'Fuseau horaire' },
  en: { from: 'From', until: 'Until', timeZone: 'Time zone' },
};

/** Above the table of a workbook: the title, the period, an empty row. */
export function rowsOfPeriod(
  title: string,
  { from, until, language, timeZone }: ReportPeriod,
): (string | { at: Date })[][] {
  const words = texts[language];
  return [
    [title],
    [words.from, { at: from }],
    [words.until, { at: until }],
    [words.timeZone, timeZone],
    [],
  ];
}

/** Below the title of printed pages. */
export function linesOfPeriod({ from, until, language, timeZone }: ReportPeriod): string[] {
  const words = texts[language];
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return [
    `${words.from} ${format.format(from)}`,
    `${words.until} ${format.format(until)}`,
    `${words.timeZone} ${timeZone}`,
  ];
}
