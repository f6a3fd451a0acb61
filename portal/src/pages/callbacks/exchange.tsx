// Shows one attempt: its outcome, how to fix a failure, its phases, and the response.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useLanguage, useMessages } from '../../language/index.ts';
import { KeyValues } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { callbackMessages } from './messages.ts';

export type Exchanged = Omit<
  RouteAnswer<'POST callbacks/test'>,
  'webhookId' | 'body' | 'hashKey' | 'checks'
>;

/** How it ended, in a few words. */
export function useOutcome(): (of: Exchanged) => string {
  const messages = useMessages(callbackMessages);
  return ({ errorClass, httpStatus, timeoutPhase }) => {
    const http = httpStatus === null ? '' : ` (HTTP ${httpStatus})`;
    if (errorClass === null) return `${messages.delivered}${http}`;
    return `${messages.errors[errorClass]}${http}${timeoutPhase === null ? '' : ` · ${timeoutPhase}`}`;
  };
}

export function Exchange({ of }: { of: Exchanged }) {
  const messages = useMessages(callbackMessages);
  const { language } = useLanguage();
  const { duration } = useFormat();
  const phases = (['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs'] as const).flatMap((phase) => {
    const ms = of[phase];
    return ms === null ? [] : [`${messages.phaseNames[phase]} ${duration(ms)}`];
  });
  const tls = of.tlsVersion === null ? '' : ` · TLS 1.${of.tlsVersion - 10}`;
  const pin =
    of.pinMatched === null ? null : of.pinMatched ? messages.pinMatched : messages.pinMissed;
  const headers = (of.answerHeaders ?? []).map(({ name, value }) => `${name}: ${value}`).join('\n');
  return (
    <div className="stack stack-s">
      {of.advice === null ? null : (
        <Notice tone="warn" title={messages.advice}>
          {of.advice[language]}
        </Notice>
      )}
      <KeyValues
        items={[
          { label: messages.took, value: duration(of.durationMs) },
          { label: messages.phases, value: phases.length === 0 ? null : phases.join(' · ') },
          { label: messages.address, value: of.address === null ? null : `${of.address}${tls}` },
          {
            label: messages.pin,
            value: pin === null || of.pinSeen === null ? pin : `${pin} · ${of.pinSeen}`,
          },
        ]}
      />
      {headers === '' ? null : <CodeBlock label={messages.headers} text={headers} />}
      {of.answer === null ? null : (
        <CodeBlock label={of.answerCut ? messages.answerCut : messages.answer} text={of.answer} />
      )}
    </div>
  );
}
