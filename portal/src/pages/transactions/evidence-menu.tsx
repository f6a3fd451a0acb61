// Menu that downloads everything recorded about a transaction, to print or for a program.

import { useMessages } from '../../language/index.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { workMessages } from './work-messages.ts';

const forms = ['pdf', 'json'] as const;

export function EvidenceMenu({ address }: { address(form: (typeof forms)[number]): string }) {
  const messages = useMessages(workMessages);
  return (
    <Menu
      className="button button-plain"
      trigger={
        <>
          <Icon name="download" />
          {messages.evidence}
        </>
      }
      items={forms.map((form) => ({
        label: messages.evidenceForms[form],
        onSelect: () => window.location.assign(address(form)),
      }))}
    />
  );
}
