// What can be done about one server? Look at its deliveries, send again what was given up, or give up what waits.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { When } from '../../ui/when.tsx';
import { ReplayAll } from '../callbacks/replay-all.tsx';
import { callbackTexts } from '../callbacks/texts.ts';
import { GiveUp } from './give-up.tsx';
import { LaneState, type Lane } from './lane-state.tsx';
import { laneTexts } from './texts.ts';

export function LanePanel({ lane, onClose }: { lane: Lane; onClose(): void }) {
  const words = useTexts(laneTexts);
  const { errors } = useTexts(callbackTexts);
  const may = useMay('POST operator/callbacks/give-up');
  const [asked, setAsked] = useState<'replay' | 'give-up' | null>(null);
  const end = (): void => setAsked(null);
  const { accountId, lastErrorClass: error, lastHttpStatus: http } = lane;
  const waiting = lane.fresh + lane.retrying;
  return (
    <SidePanel title={lane.lane} onClose={onClose}>
      <div className="stack">
        <KeyValues
          items={[
            { label: words.state, value: <LaneState lane={lane} /> },
            { label: words.lane, value: <Code>{lane.lane}</Code> },
            { label: words.account, value: `${lane.accountName} (${accountId})` },
            { label: words.fresh, value: words.many(lane.fresh) },
            { label: words.retrying, value: words.many(lane.retrying) },
            { label: words.parked, value: words.many(lane.parked) },
            { label: words.oldest, value: lane.oldestAt === null ? null : <When at={lane.oldestAt} show="both" /> },
            { label: words.failures, value: lane.failures === 0 ? null : lane.failures },
            { label: words.slowUntil, value: lane.slowUntil === null ? null : <When at={lane.slowUntil} show="both" /> },
            { label: words.lastError, value: error === null ? null : `${errors[error]}${http === null ? '' : ` (HTTP ${http})`}` },
          ]}
        />
        <div className="buttons">
          <ButtonLink icon="list" to={`/callback-lanes/${accountId}?lane=${encodeURIComponent(lane.lane)}`}>
            {words.deliveries}
          </ButtonLink>
          {may && lane.parked > 0 ? (
            <Button icon="refresh" onClick={() => setAsked('replay')}>
              {words.replayParked}
            </Button>
          ) : null}
          {may && waiting > 0 ? (
            <Button look="danger" icon="ban" onClick={() => setAsked('give-up')}>
              {words.giveUp}
            </Button>
          ) : null}
        </div>
      </div>
      {asked === 'replay' ? <ReplayAll account={String(accountId)} filter={{ lane: lane.lane, state: 'parked' }} onEnd={end} /> : null}
      {asked === 'give-up' ? <GiveUp accountId={accountId} lane={lane.lane} onEnd={end} /> : null}
    </SidePanel>
  );
}
