// What did one attempt do? How it ended, what to put right, its phases, what came back.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useLanguage, useTexts } from '../../language/index.ts';
import { KeyValues } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { callbackTexts } from './texts.ts';

export type Exchanged = Omit<RouteAnswer<'POST callbacks/test'>, 'webhookId' | 'body' | 'hashKey'>;

/** How it ended, in a few words. */
export function useOutcome(): (of: Exchanged) => string {
  const words = useTexts(callbackTexts);
  return ({ errorClass, httpStatus, timeoutPhase }) => {
    const http = httpStatus === null ? '' : ` (HTTP ${httpStatus})`;
    if (errorClass === null) return `${words.delivered}${http}`;
    return `${words.errors[errorClass]}${http}${timeoutPhase === null ? '' : ` · ${timeoutPhase}`}`;
  };
}

export function Exchange({ of }: { of: Exchanged }) {
  const words = useTexts(callbackTexts);
  const { language } = useLanguage();
  const { number } = useFormat();
  const phases = (['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs'] as const).flatMap((phase) => {
    const ms = of[phase];
    return ms === null ? [] : [`${words.phaseNames[phase]} ${number(ms)} ms`];
  });
  const tls = of.tlsVersion === null ? '' : ` · TLS 1.${of.tlsVersion - 10}`;
  const pin = of.pinMatched === null ? null : of.pinMatched ? words.pinMatched : words.pinMissed;
  const headers = (of.answerHeaders ?? []).map(({ name, value }) => `${name}: ${value}`).join('\n');
  return (
    <div className="stack stack-s">
      {of.advice === null ? null : (
        <Notice tone="warn" title={words.advice}>
          {of.advice[language]}
        </Notice>
      )}
      <KeyValues
        items={[
          { label: words.took, value: `${number(of.durationMs)} ms` },
          { label: words.phases, value: phases.length === 0 ? null : phases.join(' · ') },
          { label: words.address, value: of.address === null ? null : `${of.address}${tls}` },
          { label: words.pin, value: pin === null || of.pinSeen === null ? pin : `${pin} · ${of.pinSeen}` },
        ]}
      />
      {headers === '' ? null : <CodeBlock label={words.headers} text={headers} />}
      {of.answer === null ? null : <CodeBlock label={of.answerCut ? words.answerCut : words.answer} text={of.answer} />}
    </div>
  );
}
