// How does a developer get an account? By asking for one here, where the installation allows it.

import { useChange, useErrorWords, useRead } from '../../api/index.ts';
import { useLanguage, useTexts } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { Link } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Password } from '../../ui/password.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useArrive } from './arrive.ts';
import { signInTexts } from './texts.ts';

export default function Register() {
  const { register: words } = useTexts(signInTexts);
  const installation = useRead('GET installation', {}, { freshMs: 60_000 });
  return (
    <BarePage
      title={words.title}
      lead={words.lead}
      below={
        <p>
          {words.known} <Link to="/sign-in">{words.signIn}</Link>
        </p>
      }
    >
      <Loaded read={installation} lines={5}>
        {({ registration }) => (registration ? <RegisterForm /> : <Notice title={words.closedTitle}>{words.closed}</Notice>)}
      </Loaded>
    </BarePage>
  );
}

function RegisterForm() {
  const { register: words, choose, signIn } = useTexts(signInTexts);
  const { language } = useLanguage();
  const { sayField } = useErrorWords();
  const arrive = useArrive();
  const { run, error, pending } = useChange('POST register');
  const send = async ({ name = '', company = '', email = '', password = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({ body: { name: name.trim(), company: company.trim(), email: email.trim(), password, language } });
    if (answer !== null) await arrive(answer.next);
  };
  return (
    <Form error={error} onSend={(values) => void send(values)}>
      <Field name="name" label={choose.name} autoComplete="name" error={sayField(error, 'name')} required />
      <Field
        name="company"
        label={choose.company}
        hint={choose.companyHint}
        autoComplete="organization"
        error={sayField(error, 'company')}
        required
      />
      <Field
        name="email"
        type="email"
        label={signIn.email}
        autoComplete="username"
        autoCapitalize="none"
        error={sayField(error, 'email')}
        required
      />
      <Password name="password" label={signIn.password} hint={choose.passwordHint} error={sayField(error, 'password')} fresh required />
      <Button type="submit" look="primary" wide pending={pending}>
        {words.submit}
      </Button>
    </Form>
  );
}
