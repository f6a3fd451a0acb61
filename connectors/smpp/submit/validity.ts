// Formats the validity period of a message for SMPP: `YYMMDDhhmmsstnnp`, either relative to the
// moment at which the SMSC accepts the message (`R`) or as a time in UTC (`+`).

/** `none` leaves the time to the carrier. */
export type ValidityForm = 'relative' | 'absolute' | 'none';

const daySeconds = 86_400;

/** The standard counts months too, whose length varies: days go up to 28, which every month has. */
const daysMax = 28;

/** The field as the connection wants it; empty leaves the time to the carrier. */
export function validityPeriod(form: ValidityForm, seconds: number, nowMs: number): string {
  switch (form) {
    case 'relative':
      return relativeValidity(seconds);
    case 'absolute':
      return absoluteValidity(seconds, nowMs);
    case 'none':
      return '';
  }
}

/** At least one second, at most 28 days; fractions are rounded up. */
export function relativeValidity(seconds: number): string {
  const whole = wholeSeconds(seconds);
  const days = Math.floor(whole / daySeconds);
  const hours = Math.floor((whole % daySeconds) / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return `0000${two(days)}${two(hours)}${two(minutes)}${two(whole % 60)}000R`;
}

/** In UTC, so that nothing depends on what the carrier takes for its own time zone. */
export function absoluteValidity(seconds: number, nowMs: number): string {
  const until = new Date(nowMs + wholeSeconds(seconds) * 1000).toISOString();
  return `${until.slice(2, 19).replaceAll(/[-T:]/g, '')}000+`;
}

function wholeSeconds(seconds: number): number {
  return Math.min(Math.max(1, Math.ceil(seconds)), daysMax * daySeconds);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
