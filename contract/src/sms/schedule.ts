// Parses when a batch is to be sent: ISO 8601 with an offset, since a local time without one would
// be sent hours off (rule X6).

/** So far ahead a batch may be scheduled, days. */
export const smsScheduleDaysMax = 30;

// A plus that a form did not encode has become a space.
const form =
  /^(\d{4}-\d{2}-(\d{2}))T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+\- ](?:0\d|1[0-4]):?[0-5]\d)$/i;

/** ms since 1970; null for what is no moment with its offset. */
export function readScheduleAt(text: string): number | null {
  const [, date, day, time, offset] = form.exec(text.trim()) ?? [];
  if (date === undefined || time === undefined || offset === undefined) return null;
  // The 30th of February is not the 2nd of March.
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return null;
  const zone = /^z$/i.test(offset)
    ? 'Z'
    : `${offset[0] === '-' ? '-' : '+'}${offset.slice(1, 3)}:${offset.slice(-2)}`;
  const at = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(at) ? null : at;
}
