// What must be corrected before a draft can be published? By entry and field, in words.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useLanguage, useTexts } from '../../language/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { useFieldWords, usePartWords } from './field-words.ts';
import { problemWords } from './problem-words.ts';
import { catalogueTexts } from './texts.ts';

type Problem = RouteAnswer<'GET operator/drafts/:kind/:id'>['problems'][number];

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const words = useTexts(catalogueTexts);
  const { language } = useLanguage();
  const { number } = useFormat();
  const nameOf = useFieldWords();
  const partOf = usePartWords();
  if (problems.length === 0) return null;
  return (
    <Notice tone="bad" title={words.problems(number(problems.length))}>
      <p>{words.problemsLead}</p>
      <ul className="problems">
        {problems.map(({ part, entry, field, message }, at) => (
          <li key={at}>
            <strong>{[partOf(part), entry].filter((text) => text !== '').join(' ')}</strong>
            {field === '' ? '' : ` · ${nameOf(field)}`} : {problemWords(message, language)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Of a text, by line. */
export function LineProblems({ title, problems }: { title: string; problems: RouteAnswer<'POST operator/drafts/text'>['problems'] }) {
  const words = useTexts(catalogueTexts);
  const { language } = useLanguage();
  const { number } = useFormat();
  if (problems.length === 0) return null;
  return (
    <Notice tone="bad" title={title} live>
      <ul className="problems">
        {problems.map(({ line, field, message }, at) => (
          <li key={at}>
            <strong>{words.lineOf(number(line))}</strong>
            {field === '' ? '' : ` · ${field}`} : {problemWords(message, language)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
