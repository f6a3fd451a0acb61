// When is a schedule's next turn?

export type Every = 'day' | 'week' | 'month';

/** Before banks open. The countries of the catalogue are at UTC or one hour ahead. */
const hourUtc = 6;
const daysAhead = 62;

/**
 * The first turn after `now`. `day` is 1 to 7 of a week (1 is Monday), 1 to 31 of a month (its last day where it has fewer), and has no meaning
 * for every day. Pure.
 */
export function nextTurn({ every, day }: { every: Every; day: number }, now: Date): Date {
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const turn = new Date(Date.UTC(year, month, date + ahead, hourUtc));
    if (turn > now && isTurn(turn, every, day)) return turn;
  }
  throw new Error(`a schedule without turns: ${every} ${day}`);
}

function isTurn(turn: Date, every: Every, day: number): boolean {
  if (every === 'day') return true;
  if (every === 'week') return (turn.getUTCDay() + 6) % 7 === day - 1;
  const last = new Date(Date.UTC(turn.getUTCFullYear(), turn.getUTCMonth() + 1, 0)).getUTCDate();
  return turn.getUTCDate() === Math.min(day, last);
}
