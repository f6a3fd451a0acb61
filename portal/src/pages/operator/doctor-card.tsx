// Shows whether the books are in order: the doctor's last result, and a button to run it again.

import { useChange, useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { overviewMessages } from './overview-messages.ts';

const everyMs = 3_000;

export function DoctorCard() {
  const messages = useMessages(overviewMessages);
  const finding = useRead('GET operator/doctor', {}, { everyMs, freshMs: 1_000 });
  const { run, pending } = useChange('POST operator/doctor', { changes: ['GET operator/doctor'] });
  const may = useMay('POST operator/doctor');
  const running = pending || finding.answer?.running === true;
  const button = (
    <Button icon="pulse" pending={running} onClick={() => void run({})}>
      {running ? messages.doctorRunning : messages.doctorRun}
    </Button>
  );
  return (
    <Card title={messages.doctor} lead={messages.doctorLead} actions={may ? button : null}>
      <Loaded read={finding} lines={2}>
        {({ last }) => {
          if (last === null) return <p className="soft">{messages.doctorNever}</p>;
          const broken = last.checks.filter(({ violations }) => violations > 0);
          const said =
            last.ok === null
              ? messages.doctorFailed
              : last.ok
                ? messages.doctorWell
                : messages.doctorBroken;
          return (
            <div className="stack">
              <Notice tone={last.ok === true ? 'good' : 'bad'} title={said} live>
                {messages.doctorChecked} <When at={last.at} />
              </Notice>
              {broken.length === 0 ? null : (
                <DataTable
                  id="doctor"
                  caption={messages.doctorCaption}
                  rows={broken}
                  rowKey={({ id }) => id}
                  empty={null}
                  columns={[
                    { key: 'id', header: messages.invariant, cell: ({ id }) => id },
                    {
                      key: 'statement',
                      header: messages.statement,
                      cell: ({ statement }) => <span lang="en">{statement}</span>,
                    },
                    {
                      key: 'violations',
                      header: messages.violations,
                      align: 'end',
                      cell: ({ violations }) => violations,
                    },
                    {
                      key: 'examples',
                      header: messages.examples,
                      cell: ({ examples }) => <span lang="en">{examples.join(' · ')}</span>,
                    },
                  ]}
                />
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
