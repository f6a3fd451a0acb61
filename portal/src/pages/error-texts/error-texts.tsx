// Lists the error texts, and which of them the operator has reworded.

import { useRead } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../ui/filter-bar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { rowsOfPage } from '../../ui/rows-of-page.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { ErrorTextPanel, type ErrorText } from './error-text-panel.tsx';
import { errorTextMessages } from './messages.ts';

const filters = {
  q: textParam(),
  show: filterParam(['own']),
  after: textParam(),
  open: textParam(),
};
const keyOf = ({ id }: ErrorText): string => String(id);
const isOwn = ({ own }: ErrorText): boolean => own.fr !== null || own.en !== null;

export default function ErrorTexts() {
  const messages = useMessages(errorTextMessages);
  const [{ q, show, after, open }, change] = useSearch(filters);
  const texts = useRead('GET operator/error-texts', {});
  const fits = (text: ErrorText): boolean => {
    const said = [
      text.id,
      text.code,
      text.own.fr ?? text.original.fr,
      text.own.en ?? text.original.en,
    ]
      .join(' ')
      .toLowerCase();
    return said.includes(q.toLowerCase()) && (show === '' || isOwn(text));
  };
  return (
    <Page title={messages.title} lead={messages.lead}>
      <FilterBar
        active={q !== '' || show !== ''}
        onClear={() => change({ q: '', show: '', after: '', open: '' })}
      >
        <FilterText
          label={messages.search}
          value={q}
          onChange={(next) => change({ q: next, after: '' })}
        />
        <FilterSelect
          label={messages.ownOnly}
          all={messages.all}
          value={show}
          options={[{ value: 'own', label: messages.own }]}
          onChange={(next) => change({ show: next, after: '' })}
        />
      </FilterBar>
      <Loaded read={texts} lines={8}>
        {({ items }) => {
          const shown = items.find((item) => keyOf(item) === open);
          return (
            <>
              <Table
                items={items.filter(fits)}
                open={open}
                onOpen={(item) => change({ open: keyOf(item) })}
                after={after}
                onPage={(to) => change({ after: to }, { push: true })}
              />
              {shown === undefined ? null : (
                <ErrorTextPanel key={open} text={shown} onClose={() => change({ open: '' })} />
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface TableProps {
  items: readonly ErrorText[];
  open: string;
  onOpen(item: ErrorText): void;
  after: string;
  onPage(after: string): void;
}

function Table({ items, open, onOpen, after, onPage }: TableProps) {
  const page = rowsOfPage(items, after);
  const { language } = useLanguage();
  // The reader's own first; the other is a column to be added.
  const inOrder = language === 'fr' ? (['fr', 'en'] as const) : (['en', 'fr'] as const);
  const messages = useMessages(errorTextMessages);
  const source = (text: ErrorText) =>
    isOwn(text) ? (
      <Badge tone="info" icon="edit">
        {messages.ownText}
      </Badge>
    ) : (
      <Badge>{messages.original}</Badge>
    );
  return (
    <DataTable
      id="error-texts"
      caption={messages.caption}
      rows={page.rows}
      pager={<Pager after={after} next={page.next} onChange={onPage} />}
      rowKey={keyOf}
      rowName={({ code }) => messages.one(code)}
      openKey={open}
      onOpen={onOpen}
      columns={[
        { key: 'code', header: messages.code, cell: ({ code }) => <code>{code}</code> },
        { key: 'number', header: messages.number, align: 'end', cell: ({ id }) => id ?? '–' },
        ...inOrder.map((of, index) => ({
          key: of,
          header: messages.languages[of],
          extra: index > 0,
          cell: ({ own, original }: ErrorText) => (
            <Said text={own[of] ?? original[of]} language={of} />
          ),
        })),
        { key: 'source', header: messages.source, cell: source },
      ]}
      empty={
        <EmptyState icon="chat" title={messages.none}>
          {messages.noneHint}
        </EmptyState>
      }
    />
  );
}

/** Two have no message, by contract: programs compare it. */
function Said({ text, language }: { text: string; language: 'fr' | 'en' }) {
  const messages = useMessages(errorTextMessages);
  if (text === '') return <span className="soft">{messages.emptyByContract}</span>;
  return <span lang={language}>{text}</span>;
}
