// Asks the simulator of the sandbox for the phones of its payers (simulator/PROTOCOL.md, section
// 4.2).

import { startDeadline } from '../../platform/system/deadline.ts';
import type {
  PhonePrompt,
  SimulatedPhones,
} from '../../backoffice/sandbox-phone/http-sandbox-phone.ts';

const timeoutMs = 5_000;
const nothingAsked = 404;

interface Answer {
  status: number;
  text: string;
}

export function openSimulatedPhones(simulatorUrl: string): SimulatedPhones {
  const post = async (path: string, phone: string, members: object): Promise<Answer | null> => {
    const end = new AbortController();
    const deadline = startDeadline(timeoutMs, () => end.abort());
    try {
      const answer = await fetch(`${simulatorUrl}/control/phones/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...members, phone: phone.replace('+', '') }),
        signal: end.signal,
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return null;
    } finally {
      deadline.stop();
    }
  };
  return {
    async hold(phone, holder) {
      const answer = await post('hold', phone, { holder });
      if (answer?.status !== 200) return null;
      return JSON.parse(answer.text) as { pin: string; prompts: PhonePrompt[] };
    },
    async putAside(phone, holder, references) {
      await post('put-aside', phone, { holder, references });
    },
    async decide(phone, holder, members) {
      const answer = await post('decide', phone, { holder, ...members });
      if (answer?.status === nothingAsked) return false;
      return answer?.status === 200 ? true : null;
    },
  };
}
