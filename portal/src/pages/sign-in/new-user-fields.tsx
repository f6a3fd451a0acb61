// Fields with which somebody creates their access: name, email address and new password.

import { useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Field } from '../../ui/field.tsx';
import { Password } from '../../ui/password.tsx';
import { signInMessages } from './messages.ts';

/** The error of the form. */
type Props = { error: Error | null };

export function NameField({ error }: Props) {
  const { choose } = useMessages(signInMessages);
  const { fieldMessageOf } = useErrorMessages();
  return (
    <Field
      name="name"
      label={choose.name}
      autoComplete="name"
      error={fieldMessageOf(error, 'name')}
      required
    />
  );
}

export function EmailField({ error }: Props) {
  const { signIn } = useMessages(signInMessages);
  const { fieldMessageOf } = useErrorMessages();
  return (
    <Field
      name="email"
      type="email"
      label={signIn.email}
      autoComplete="username"
      autoCapitalize="none"
      error={fieldMessageOf(error, 'email')}
      required
    />
  );
}

export function NewPasswordField({ error, label }: Props & { label?: string }) {
  const { choose, signIn } = useMessages(signInMessages);
  const { fieldMessageOf } = useErrorMessages();
  return (
    <Password
      name="password"
      label={label ?? signIn.password}
      hint={choose.passwordHint}
      error={fieldMessageOf(error, 'password')}
      fresh
      required
    />
  );
}
