// Page of the reports that are sent by e-mail: what to whom, when next, and what came of the last.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Action } from '../../ui/action.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { scheduleMessages } from './messages.ts';
import { NewSchedule } from './new-schedule.tsx';

type Schedule = RouteAnswer<'GET operator/report-schedules'>['items'][number];

export default function ReportSchedules() {
  const messages = useMessages(scheduleMessages);
  const list = useList('GET operator/report-schedules');
  const mails = list.read.answer?.mails ?? true;
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={mails ? <NewSchedule /> : null}
      above={mails ? null : <Notice tone="warn">{messages.noMail}</Notice>}
      list={list}
      id="report-schedules"
      rowKey={({ id }) => String(id)}
      columns={[
        {
          key: 'report',
          header: messages.report,
          cell: ({ report, by }) =>
            by === null
              ? messages.reports[report]
              : `${messages.reports[report]} · ${messages.groupings[by]}`,
        },
        { key: 'every', header: messages.every, cell: ({ every }) => messages.rhythms[every] },
        {
          key: 'address',
          header: messages.address,
          cell: ({ address, problem }) => (
            <>
              {address}
              {problem === null ? null : (
                <div className="soft small">{messages.problem(problem)}</div>
              )}
            </>
          ),
        },
        {
          key: 'form',
          header: messages.form,
          extra: true,
          cell: ({ form }) => messages.forms[form],
        },
        { key: 'next', header: messages.next, cell: ({ nextAt }) => <When at={nextAt} /> },
        {
          key: 'last',
          header: messages.last,
          cell: ({ sentAt }) => (sentAt === null ? '–' : <When at={sentAt} />),
        },
        { key: 'madeBy', header: messages.madeBy, extra: true, cell: ({ madeBy }) => madeBy },
        {
          key: 'actions',
          header: messages.actions,
          cell: (schedule) => <EndSchedule schedule={schedule} />,
        },
      ]}
      empty={{ icon: 'send', title: messages.none, hint: messages.noneHint }}
    />
  );
}

function EndSchedule({ schedule: { id, report, address } }: { schedule: Schedule }) {
  const messages = useMessages(scheduleMessages);
  const name = messages.endOne(messages.reports[report], address);
  return (
    <Action
      route="POST operator/report-schedules/end"
      body={{ id }}
      changes={['GET operator/report-schedules']}
      label={messages.end}
      name={name}
      small
      ask={{ title: name, children: <p>{messages.endBody}</p>, danger: true }}
      done={messages.ended}
    />
  );
}
