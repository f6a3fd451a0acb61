// Page that makes a price plan, beginning with the services of the catalogue.

import { useChange, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { navigate } from '../../router/index.ts';
import { Loaded } from '../../ui/states.tsx';
import { pricePlanMessages } from './messages.ts';
import { PlanForm } from './plan-form.tsx';

export default function NewPlan() {
  const messages = useMessages(pricePlanMessages);
  const read = useRead('GET operator/price-plan-services', {});
  const { run, pending, error } = useChange('POST operator/price-plans', {
    changes: ['GET operator/price-plans'],
  });
  return (
    <Page
      title={messages.createTitle}
      back={{ to: '/price-plans', label: messages.title }}
      lead={messages.servicesHint}
    >
      <Loaded read={read} lines={12}>
        {({ services }) => (
          <PlanForm
            plan={{ name: '', rateLimit: null, services }}
            yes={messages.create}
            pending={pending}
            error={error}
            onSend={async (body) => {
              const answer = await run({ body });
              if (answer !== null) navigate(`/price-plans/${answer.id}`);
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}
