// Button that makes one change: shown to who may make it, asks first where that is declared, shows
// why it was refused, says what was done.

import { useState } from 'react';
import { useErrorMessages, useMay, type ChangeName } from '../api/index.ts';
import { ActionDialog, useSend, type Asked, type Sent } from './action-dialog.tsx';
import { Button, type ButtonVariant } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import './field.css';

interface Variant {
  /** What readers hear, where the label alone does not say of what: in a row of a table. */
  name?: string;
  variant?: ButtonVariant;
  icon?: IconName;
  small?: boolean;
}

type Props<Name extends ChangeName> = Sent<Name> &
  Variant & {
    label: string;
    /** What is asked first; sent at once without. */
    ask?: Asked & { yes?: string };
  };

export function Action<Name extends ChangeName>(props: Props<Name>) {
  const may = useMay(props.route);
  if (!may) return null;
  return props.ask === undefined ? (
    <DirectAction {...props} />
  ) : (
    <AskingAction {...props} ask={props.ask} />
  );
}

function lookOf({ variant, icon, small, name }: Variant) {
  return {
    ...(variant && { variant }),
    ...(icon && { icon }),
    ...(small && { small }),
    ...(name && { 'aria-label': name }),
  };
}

function DirectAction<Name extends ChangeName>(props: Props<Name>) {
  const { messageOf } = useErrorMessages();
  const { send, pending, error } = useSend(props);
  return (
    <>
      {error === null ? null : (
        <p className="field-error" role="alert">
          <Icon name="alert" size={15} />
          <span>{messageOf(error)}</span>
        </p>
      )}
      <Button {...lookOf(props)} pending={pending} onClick={() => void send({})}>
        {props.label}
      </Button>
    </>
  );
}

function AskingAction<Name extends ChangeName>({
  ask,
  ...props
}: Props<Name> & { ask: Asked & { yes?: string } }) {
  const [asking, setAsking] = useState(false);
  const { route, body, changes, done, label } = props;
  return (
    <>
      <Button {...lookOf(props)} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking ? (
        <ActionDialog
          {...ask}
          route={route}
          {...(body !== undefined && { body })}
          {...(changes && { changes })}
          done={done}
          yes={ask.yes ?? label}
          onEnd={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
