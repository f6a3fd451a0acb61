// How does a member get another role or other countries?

import { useState } from 'react';
import { useChange } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { SeatFields, useSeat } from './seat-fields.tsx';
import type { Member } from './team.tsx';
import { teamTexts } from './texts.ts';

export function ChangeMember({ member, countries, onEnd }: { member: Member; countries: readonly string[]; onEnd(): void }) {
  const words = useTexts(teamTexts);
  const { run, pending, error } = useChange('POST team/change', { changes: ['GET team'] });
  const { seat, setSeat, complete } = useSeat({ role: member.role, countries: member.countries });
  const [early, setEarly] = useState(false);
  const save = async (): Promise<void> => {
    setEarly(!complete);
    if (!complete || (await run({ body: { id: member.id, ...seat } })) === null) return;
    onEnd();
    toast(words.saved);
  };
  return (
    <Dialog open title={words.changeTitle(member.name)} onClose={onEnd}>
      <Form error={error} onSend={() => void save()}>
        <SeatFields value={seat} countries={countries} error={error} onChange={setSeat} />
        {early && !complete ? (
          <Notice tone="bad" live>
            {words.chooseCountry}
          </Notice>
        ) : null}
        <Button type="submit" look="primary" wide pending={pending}>
          {words.save}
        </Button>
      </Form>
    </Dialog>
  );
}
