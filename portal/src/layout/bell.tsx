// Link to the notices in the bar above every page, with the number of those that are new.

import { useMe, useRead } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { plural, t } from '../language/message.ts';
import { Link } from '../router/index.ts';
import { Icon } from '../ui/icon.tsx';
import { uiMessages } from '../ui/messages.ts';

const bellMessages = {
  notices: t('Notifications', 'Notifications'),
  unread: plural({ one: '# nouvelle', other: '# nouvelles' }, { one: '# new', other: '# new' }),
};

const readEveryMs = 60_000;

/** Nothing for an operator who looks at a developer's portal. */
export function Bell() {
  const messages = useMessages(bellMessages);
  const { labelled } = useMessages(uiMessages);
  const { membership, viewing } = useMe();
  const shown = membership !== null && viewing === null;
  const { answer } = useRead('GET notices', shown ? {} : null, { everyMs: readEveryMs });
  if (!shown) return null;
  const unread = answer?.unread ?? 0;
  const label =
    unread === 0 ? messages.notices : labelled(messages.notices, messages.unread(unread));
  return (
    <Link to="/notices" className="icon-button bell" aria-label={label} title={label}>
      <Icon name="bell" />
      {unread === 0 ? null : (
        <span className="bell-count" aria-hidden="true">
          {unread}
        </span>
      )}
    </Link>
  );
}
