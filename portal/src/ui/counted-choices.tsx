// A choice of states above a list, each with how many there are.

import { useFormat } from '../language/index.ts';
import './tabs.css';
import './counted-choices.css';

export interface CountedChoice {
  value: string;
  label: string;
  /** Null while it is read. */
  count: number | null;
  /** There are more than were counted. */
  more: boolean;
}

/**
 * Those that nothing has are left out, but for the one that is chosen and the first, which is all.
 */
export function CountedChoices({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  choices: readonly CountedChoice[];
  chosen: string;
  onChoose(value: string): void;
}) {
  const { number } = useFormat();
  const shown = choices.filter(
    ({ value, count }, place) => place === 0 || value === chosen || (count ?? 0) > 0,
  );
  return (
    <div role="group" aria-label={label} className="tabs-list counted-choices">
      {shown.map(({ value, label: name, count, more }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
        >
          {name}{' '}
          {count === null ? null : (
            <span className="number">{more ? `${number(count)}+` : number(count)}</span>
          )}
        </button>
      ))}
    </div>
  );
}
