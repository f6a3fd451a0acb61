// How is the line? Said while the gateway is out of reach, and when a new version has arrived; read out when it changes.

import { useOnline } from '../api/index.ts';
import { useTexts } from '../language/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { takeNewBuild, useNewBuild } from '../worker/register.ts';
import { layoutTexts } from './texts.ts';
import './connection.css';

/** `stale`: the page shows what was read before, which may have changed since. */
export function Connection({ stale = false }: { stale?: boolean }) {
  const words = useTexts(layoutTexts);
  const online = useOnline();
  const newBuild = useNewBuild();
  return (
    <div role="status">
      {online ? null : (
        <p className="connection connection-lost">
          <Icon name="alert" />
          <span>
            {words.offline} {stale ? words.offlineStale : null}
          </span>
        </p>
      )}
      {newBuild && online ? (
        <div className="connection connection-new">
          <Icon name="info" />
          <span>{words.newBuild}</span>
          <Button small onClick={takeNewBuild}>
            {words.reload}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
