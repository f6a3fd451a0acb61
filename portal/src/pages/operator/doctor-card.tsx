// Are the books in order? The doctor's last finding, and a button for another round.

import { useChange, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { overviewTexts } from './overview-texts.ts';

const everyMs = 3_000;

export function DoctorCard() {
  const words = useTexts(overviewTexts);
  const finding = useRead('GET operator/doctor', {}, { everyMs, freshMs: 1_000 });
  const { run, pending } = useChange('POST operator/doctor', { changes: ['GET operator/doctor'] });
  const may = useMay('POST operator/doctor');
  const running = pending || finding.answer?.running === true;
  const button = (
    <Button icon="pulse" pending={running} onClick={() => void run({})}>
      {running ? words.doctorRunning : words.doctorRun}
    </Button>
  );
  return (
    <Card title={words.doctor} lead={words.doctorLead} actions={may ? button : null}>
      <Loaded read={finding} lines={2}>
        {({ last }) => {
          if (last === null) return <p className="soft">{words.doctorNever}</p>;
          const broken = last.checks.filter(({ violations }) => violations > 0);
          const said = last.ok === null ? words.doctorFailed : last.ok ? words.doctorWell : words.doctorBroken;
          return (
            <div className="stack">
              <Notice tone={last.ok === true ? 'good' : 'bad'} title={said} live>
                {words.doctorChecked} <When at={last.at} />
              </Notice>
              {broken.length === 0 ? null : (
                <DataTable
                  id="doctor"
                  caption={words.doctorCaption}
                  rows={broken}
                  rowKey={({ id }) => id}
                  empty={null}
                  columns={[
                    { key: 'id', header: words.invariant, cell: ({ id }) => id },
                    { key: 'statement', header: words.statement, cell: ({ statement }) => <span lang="en">{statement}</span> },
                    { key: 'violations', header: words.violations, align: 'end', cell: ({ violations }) => violations },
                    { key: 'examples', header: words.examples, cell: ({ examples }) => <span lang="en">{examples.join(' · ')}</span> },
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
