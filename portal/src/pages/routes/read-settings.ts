// Reads the form of a breaker's settings: what is left empty is usual, and left out.

import type { RouteBody } from '@jokko/contract/portal';

export type Settings = RouteBody<'POST operator/breakers/settings'>['settings'];
type RuleName = keyof NonNullable<Settings['breakerRule']>;
type ParkedName = 'parkedHours' | 'parkedPerSecond';
export type NumberName = RuleName | ParkedName;

const opening = ['failuresToOpen', 'sharePercentToOpen', 'windowSeconds'] as const;
const trial = [
  'firstWaitSeconds',
  'longestWaitSeconds',
  'triesAtOnce',
  'answersToClose',
  'lossesToOpen',
  'lossesInRecovery',
] as const;
const parked = ['parkedHours', 'parkedPerSecond'] as const;

/** The numbers in the order of the form. */
export const settingParts = [
  { part: 'opening', names: opening },
  { part: 'trial', names: trial },
  { part: 'parked', names: parked },
] as const satisfies { part: string; names: readonly NumberName[] }[];

/** `values` by the names of the form's controls. */
export function settingsOf(values: Record<string, string>): Settings {
  const given = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = (values[name] ?? '').trim();
        return text === '' ? [] : [[name, Number(text)]];
      }),
    ) as { [name in Name]?: number };
  const mode = values['breaker'];
  const breakerRule = given<RuleName>([...opening, ...trial]);
  return {
    ...((mode === 'automatic' || mode === 'by_hand') && { breaker: mode }),
    ...(Object.keys(breakerRule).length > 0 && { breakerRule }),
    ...given<ParkedName>(parked),
  };
}
