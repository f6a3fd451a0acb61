// How does SMPP write the time for which a message may be tried? `YYMMDDhhmmss000R`, relative to the moment in which the centre takes it.

const daySeconds = 86_400;

/** The standard counts months too, whose length is anybody's guess: days go up to what every month has. */
const daysMax = 28;

/** At least one second, at most 28 days; fractions are rounded up. */
export function relativeValidity(seconds: number): string {
  const whole = Math.min(Math.max(1, Math.ceil(seconds)), daysMax * daySeconds);
  const days = Math.floor(whole / daySeconds);
  const hours = Math.floor((whole % daySeconds) / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return `0000${two(days)}${two(hours)}${two(minutes)}${two(whole % 60)}000R`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
