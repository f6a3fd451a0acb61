// Dialog of one change: what will happen, the fields that it needs, the error, and the button that
// sends it. For menus and for what opens it by itself; `<Action>` has the button, too.

import { defined } from '@jokko/contract/defined';
import { useId, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { RouteAnswer, RouteBody, RouteName } from '@jokko/contract/portal';
import { useChange, useErrorMessages, type ChangeName, type Input } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Textarea } from './field.tsx';
import { Form } from './form.tsx';
import type { IconName } from './icon.tsx';
import { uiMessages } from './messages.ts';
import { toast } from './toast.tsx';

/** What was filled in, by the names of the fields. */
export type Values = Record<string, string>;

/** One change, and what follows from it. */
export interface Sent<Name extends ChangeName> {
  route: Name;
  /** What is sent; routes without a body take none. */
  body?: RouteBody<Name> | ((values: Values) => RouteBody<Name>);
  /** Routes whose answers are different afterwards. */
  changes?: readonly RouteName[];
  /** Said when it is done, or what is done then. */
  done: string | ((answer: RouteAnswer<Name>) => void);
}

/** Several lines of text that go along, for the audit log or for others to read. */
export interface Note {
  /** The member of the body, for its error. */
  name: string;
  label: string;
  hint?: string;
  optional?: string;
  charactersMax?: number;
}
export const noteCharactersMax = 500;

export interface Asked {
  title: ReactNode;
  /** What will happen. */
  children?: ReactNode;
  note?: Note;
  /** Further fields; their names are those of `values`. */
  fields?(wrong: (field: string) => string | undefined): ReactNode;
  danger?: boolean;
}

/** Sends the change with what was filled in; answers whether it was done. */
export function useSend<Name extends ChangeName>({ route, body, changes, done }: Sent<Name>) {
  const { run, pending, error, reset } = useChange(route, { changes: [...(changes ?? [])] });
  const send = async (values: Values, onEnd?: () => void): Promise<void> => {
    const given: unknown =
      typeof body === 'function' ? (body as (values: Values) => unknown)(values) : body;
    const input: unknown = given === undefined ? {} : { body: given };
    const answer = await run(input as Input<Name>);
    if (answer === null) return;
    onEnd?.();
    if (typeof done === 'string') toast(done);
    else done(answer);
  };
  return { send, pending, error, reset };
}

type Props<Name extends ChangeName> = Sent<Name> &
  Asked & {
    /** The button's verb, never "OK". */
    yes: string;
    icon?: IconName;
    onEnd(): void;
  };

export function ActionDialog<Name extends ChangeName>(props: Props<Name>) {
  const { title, children, note, fields, danger = false, yes, icon, onEnd } = props;
  const messages = useMessages(uiMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { send, pending, error } = useSend(props);
  const id = useId();
  const actions = (
    <>
      <Button onClick={onEnd}>{messages.cancel}</Button>
      <Button
        type="submit"
        form={id}
        variant={danger ? 'danger' : 'primary'}
        {...(icon && { icon })}
        pending={pending}
      >
        {yes}
      </Button>
    </>
  );
  // At the end of the document: a dialog within a table would take over the look of its cell.
  return createPortal(
    <Dialog open title={title} onClose={onEnd} actions={actions}>
      <Form id={id} error={error} onSend={(values) => void send(values, onEnd)}>
        {children}
        {fields?.((field) => fieldMessageOf(error, field))}
        {note === undefined ? null : (
          <Textarea
            name={note.name}
            label={note.label}
            {...defined({ hint: note.hint })}
            {...defined({ optional: note.optional })}
            rows={2}
            maxLength={note.charactersMax ?? noteCharactersMax}
            error={fieldMessageOf(error, note.name)}
          />
        )}
      </Form>
    </Dialog>,
    document.body,
  );
}
