// What must be known about this draft? That it waits for somebody, or that another version came into force meanwhile.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Draft } from './draft-type.ts';
import { useFieldWords, usePartWords } from './field-words.ts';
import { draftReads } from './reads.ts';
import { catalogueTexts } from './texts.ts';
import './catalogue.css';

export function DraftNotices({ draft }: { draft: Draft }) {
  const words = useTexts(catalogueTexts);
  const { published, dropped, wish } = draft;
  if (published !== null || dropped) return null;
  return (
    <>
      {draft.base === draft.inForce ? null : <Outdated draft={draft} />}
      {wish === null || !wish.current ? null : (
        <Notice
          tone={wish.state === 'open' ? 'info' : 'warn'}
          actions={
            <ButtonLink small to={`/approvals?open=${wish.id}`}>
              {words.seeWish}
            </ButtonLink>
          }
        >
          {wish.state === 'open' ? words.wishOpen(String(wish.id)) : words.wishEnded(String(wish.id))}
        </Notice>
      )}
    </>
  );
}

type Conflicts = RouteAnswer<'POST operator/drafts/rebase'>['conflicts'];

function Outdated({ draft: { kind, id, revision, base, inForce } }: { draft: Draft }) {
  const words = useTexts(catalogueTexts);
  const { number } = useFormat();
  const { say } = useErrorWords();
  const may = useMay('POST operator/drafts/rebase');
  const { run, pending, error } = useChange('POST operator/drafts/rebase', { changes: draftReads });
  const [conflicts, setConflicts] = useState<Conflicts>([]);
  const rebase = async (take: 'mine' | 'theirs' | null): Promise<void> => {
    const answer = await run({ body: { kind, id, revision, take } });
    if (answer === null) return;
    setConflicts(answer.conflicts);
    if (answer.revision !== null) toast(words.rebased);
  };
  return (
    <Notice
      tone="warn"
      title={words.outdated(number(base), number(inForce))}
      actions={
        may ? (
          <Button small look="primary" icon="refresh" pending={pending} onClick={() => void rebase(null)}>
            {words.rebase}
          </Button>
        ) : null
      }
    >
      {words.outdatedHint} {error === null ? null : say(error)}
      {conflicts.length === 0 ? null : (
        <Choose conflicts={conflicts} pending={pending} onTake={(take) => void rebase(take)} onClose={() => setConflicts([])} />
      )}
    </Notice>
  );
}

interface ChooseProps {
  conflicts: Conflicts;
  pending: boolean;
  onTake(take: 'mine' | 'theirs'): void;
  onClose(): void;
}

function Choose({ conflicts, pending, onTake, onClose }: ChooseProps) {
  const words = useTexts(catalogueTexts);
  const nameOf = useFieldWords();
  const partOf = usePartWords();
  const actions = (
    <>
      <Button pending={pending} onClick={() => onTake('theirs')}>
        {words.takeTheirs}
      </Button>
      <Button look="primary" pending={pending} onClick={() => onTake('mine')}>
        {words.takeMine}
      </Button>
    </>
  );
  return (
    <Dialog open title={words.conflictTitle} onClose={onClose} actions={actions}>
      <p>{words.conflictLead}</p>
      <ul className="problems">
        {conflicts.map(({ part, entry, field }) => (
          <li key={`${part}/${entry}/${field}`}>
            <strong>{[partOf(part), entry].filter((text) => text !== '').join(' ')}</strong> ·{' '}
            {field === '' ? words.wholeEntry : nameOf(field)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
