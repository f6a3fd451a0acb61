// Form that changes a member's role or countries.

import { useState } from 'react';
import { useChange } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { SeatFields, useSeat } from './seat-fields.tsx';
import type { Member } from './answers.ts';
import { teamMessages } from './messages.ts';

export function ChangeMember({
  member,
  countries,
  onEnd,
}: {
  member: Member;
  countries: readonly string[];
  onEnd(): void;
}) {
  const messages = useMessages(teamMessages);
  const { run, pending, error } = useChange('POST team/change', { changes: ['GET team'] });
  const { seat, setSeat, complete } = useSeat({ role: member.role, countries: member.countries });
  const [early, setEarly] = useState(false);
  const save = async (): Promise<void> => {
    setEarly(!complete);
    if (!complete || (await run({ body: { id: member.id, ...seat } })) === null) return;
    onEnd();
    toast(messages.saved);
  };
  return (
    <Dialog open title={messages.changeTitle(member.name)} onClose={onEnd}>
      <Form error={error} onSend={() => void save()}>
        <SeatFields value={seat} countries={countries} error={error} onChange={setSeat} />
        {early && !complete ? (
          <Notice tone="bad" live>
            {messages.chooseCountry}
          </Notice>
        ) : null}
        <Button type="submit" variant="primary" wide pending={pending}>
          {messages.save}
        </Button>
      </Form>
    </Dialog>
  );
}
