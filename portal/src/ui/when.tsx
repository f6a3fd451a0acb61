// Time: how long ago, with the exact moment beside it or on hover, in the user's time zone.

import { useFormat } from '../language/index.ts';
import { useNow } from './now.ts';

/** `ago`: "il y a 5 minutes"; `exact`: to the second; `both`: one beside the other. */
export function When({
  at,
  show = 'ago',
}: {
  at: string | number;
  show?: 'ago' | 'exact' | 'both' | 'day';
}) {
  const present = useNow();
  const format = useFormat();
  const exact = format.moment(at, show === 'day' ? 'day' : 'second');
  const ago = format.ago(at, present);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={show === 'exact' ? ago : format.moment(at, 'second')}
      className="when"
    >
      {show === 'ago' ? ago : show === 'both' ? `${exact} · ${ago}` : exact}
    </time>
  );
}
