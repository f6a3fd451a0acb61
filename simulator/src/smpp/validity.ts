// Parses the validity period, for which the SMSC may try. SMPP 3.4 section 7.1.1:
// `YYMMDDhhmmsstnnp`, relative with `R`, absolute with `+` or `-`.

const pattern = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([R+-])$/;
const dayMs = 86_400_000;
const quarterHourMs = 900_000;

let lastText = '';
let lastValue: number | undefined;

/** Milliseconds from now; null when none is given, undefined when it is no time. */
export function readValidity(text: string, nowMs: number): number | null | undefined {
  if (text === '') return null;
  // Relative ones repeat all the time.
  if (text === lastText) return lastValue;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [years, months, days, hours, minutes, seconds, tenths, quarters] = match
    .slice(1, 9)
    .map(Number) as [number, number, number, number, number, number, number, number];
  const timeMs = hours * 3_600_000 + minutes * 60_000 + seconds * 1000;
  if (match[9] === 'R') {
    lastText = text;
    lastValue = (years * 365 + months * 30 + days) * dayMs + timeMs;
    return lastValue;
  }
  const awayMs = quarters * quarterHourMs * (match[9] === '+' ? 1 : -1);
  const atMs = Date.UTC(2000 + years, months - 1, days) + timeMs + tenths * 100 - awayMs;
  return atMs > nowMs ? atMs - nowMs : undefined;
}
