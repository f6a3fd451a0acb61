// The last 30 days of the account: volume, success and fees, and results day by day.

import { defined } from '@jokko/contract/defined';
import { useMay, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { AccountVolume } from '../transactions/account-volume.tsx';
import { accountVolumeMessages } from '../transactions/account-volume-messages.ts';

/** Each read counts a very busy account further back. */
const countsOnMs = 5_000;

export function MonthCard() {
  const messages = useMessages(accountVolumeMessages);
  const { moment } = useFormat();
  const may = useMay('GET home/volume');
  const read = useRead('GET home/volume', may ? {} : null);
  const counting = read.answer?.whole === false;
  useRead('GET home/volume', counting ? {} : null, { everyMs: countsOnMs });
  if (!may) return null;
  return (
    <Card
      title={messages.title}
      {...defined({ lead: counting ? messages.since(moment(read.answer!.since)) : undefined })}
    >
      <Loaded read={read} lines={6}>
        {(volume) => <AccountVolume volume={volume} />}
      </Loaded>
    </Card>
  );
}
