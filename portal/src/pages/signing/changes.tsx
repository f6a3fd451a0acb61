// Actions that create, change or delete a signing secret. `onMade` gets the created secret, to be
// shown once.

import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Select } from '../../ui/field.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { signingMessages } from './messages.ts';

interface Props {
  onMade(secret: string | null): void;
}
const overlaps = ['0', '1', '24', '168', '720'] as const;

export function RotateWebhook({ onMade }: Props) {
  const messages = useMessages(signingMessages);
  return (
    <Rotate route="POST signing/webhook/rotate" title={messages.rotateWebhook} onMade={onMade} />
  );
}

export function RotateHmac({ onMade }: Props) {
  const messages = useMessages(signingMessages);
  return (
    <Rotate small route="POST signing/hmac/rotate" title={messages.rotateHmac} onMade={onMade} />
  );
}

function Rotate({
  route,
  title,
  small = false,
  onMade,
}: Props & {
  route: 'POST signing/webhook/rotate' | 'POST signing/hmac/rotate';
  title: string;
  small?: boolean;
}) {
  const messages = useMessages(signingMessages);
  return (
    <Action
      route={route}
      body={({ overlap }) => ({ overlapHours: Number(overlap) })}
      changes={['GET signing']}
      label={messages.rotate}
      icon="refresh"
      small={small}
      ask={{
        title,
        children: <p>{messages.rotateBody}</p>,
        fields: () => (
          <Select
            name="overlap"
            label={messages.overlap}
            defaultValue="24"
            options={optionsOf(overlaps, messages.overlaps)}
          />
        ),
      }}
      done={({ secret }) => onMade(secret)}
    />
  );
}

export function TurnOnHmac({ onMade }: Props) {
  const messages = useMessages(signingMessages);
  return (
    <Action
      route="POST signing/hmac"
      body={{ on: true }}
      changes={['GET signing']}
      label={messages.turnOn}
      icon="lock"
      ask={{ title: messages.turnOnTitle, children: <p>{messages.turnOnBody}</p> }}
      done={({ secret }) => onMade(secret)}
    />
  );
}

export function TurnOffHmac() {
  const messages = useMessages(signingMessages);
  return (
    <Action
      route="POST signing/hmac"
      body={{ on: false }}
      changes={['GET signing']}
      label={messages.turnOff}
      small
      variant="danger"
      ask={{
        title: messages.turnOffTitle,
        children: <p>{messages.turnOffBody}</p>,
        danger: true,
      }}
      done={messages.turnedOff}
    />
  );
}

export function FinishRotation() {
  const messages = useMessages(signingMessages);
  return (
    <Action
      route="POST signing/hmac/finish"
      body={{}}
      changes={['GET signing']}
      label={messages.finish}
      small
      ask={{ title: messages.finishTitle, children: <p>{messages.finishBody}</p> }}
      done={messages.finished}
    />
  );
}
