// Connection banner. Shown while the gateway is unreachable, and when a new version has arrived;
// announced to screen readers when it changes.

import { useOnline } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { takeNewBuild, useNewBuild } from '../worker/register.ts';
import { layoutMessages } from './messages.ts';
import './connection.css';

/** `stale`: the page shows what was read before, which may have changed since. */
export function Connection({ stale = false }: { stale?: boolean }) {
  const messages = useMessages(layoutMessages);
  const online = useOnline();
  const newBuild = useNewBuild();
  return (
    <div role="status">
      {online ? null : (
        <p className="connection connection-lost">
          <Icon name="alert" />
          <span>
            {messages.offline} {stale ? messages.offlineStale : null}
          </span>
        </p>
      )}
      {newBuild && online ? (
        <div className="connection connection-new">
          <Icon name="info" />
          <span>{messages.newBuild}</span>
          <Button small onClick={takeNewBuild}>
            {messages.reload}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
