// Lists what must be corrected before a draft can be published, by entry and field, in words.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useLanguage, useMessages } from '../../language/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { useFieldNames, usePartNames } from './use-field-names.ts';
import { translateProblem } from './translate-problem.ts';
import { catalogueMessages } from './messages.ts';

type Problem = RouteAnswer<'GET operator/drafts/:kind/:id'>['problems'][number];

/** A field of a connector's form that is missing is named as the form names it. */
function ofField(problem: Problem): Problem {
  const missing = problem.field === 'config' && /^"([^"]+)" is missing$/.exec(problem.message);
  return missing ? { ...problem, field: `config.${missing[1]}`, message: 'is missing' } : problem;
}

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const messages = useMessages(catalogueMessages);
  const { language } = useLanguage();
  const { number } = useFormat();
  const nameOf = useFieldNames();
  const partOf = usePartNames();
  if (problems.length === 0) return null;
  return (
    <Notice tone="bad" title={messages.problems(number(problems.length))}>
      <p>{messages.problemsLead}</p>
      <ul className="problems">
        {problems.map(ofField).map(({ part, entry, field, message }, at) => (
          <li key={at}>
            <strong>{[partOf(part), entry].filter((text) => text !== '').join(' ')}</strong>
            {field === '' ? '' : ` · ${nameOf(field)}`} : {translateProblem(message, language)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The problems of a text, by line. */
export function LineProblems({
  title,
  problems,
}: {
  title: string;
  problems: RouteAnswer<'POST operator/drafts/text'>['problems'];
}) {
  const messages = useMessages(catalogueMessages);
  const { language } = useLanguage();
  const { number } = useFormat();
  if (problems.length === 0) return null;
  return (
    <Notice tone="bad" title={title} live>
      <ul className="problems">
        {problems.map(({ line, field, message }, at) => (
          <li key={at}>
            <strong>{messages.lineOf(number(line))}</strong>
            {field === '' ? '' : ` · ${field}`} : {translateProblem(message, language)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
