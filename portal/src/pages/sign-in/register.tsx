// Page on which a developer registers for an account, where the installation allows it.

import { useChange, useErrorMessages, useRead } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { Link } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useArrive } from './arrive.ts';
import { signInMessages } from './messages.ts';
import { EmailField, NameField, NewPasswordField } from './new-user-fields.tsx';

export default function Register() {
  const messages = useMessages(signInMessages.register);
  const installation = useRead('GET installation', {}, { freshMs: 60_000 });
  return (
    <BarePage
      title={messages.title}
      lead={messages.lead}
      below={
        <p>
          {messages.known} <Link to="/sign-in">{messages.signIn}</Link>
        </p>
      }
    >
      <Loaded read={installation} lines={5}>
        {({ registration }) =>
          registration ? (
            <RegisterForm />
          ) : (
            <Notice title={messages.closedTitle}>{messages.closed}</Notice>
          )
        }
      </Loaded>
    </BarePage>
  );
}

function RegisterForm() {
  const { register: messages, choose } = useMessages(signInMessages);
  const { language } = useLanguage();
  const { fieldMessageOf } = useErrorMessages();
  const arrive = useArrive();
  const { run, error, pending } = useChange('POST register');
  const send = async ({
    name = '',
    company = '',
    email = '',
    password = '',
  }: Record<string, string>): Promise<void> => {
    const answer = await run({
      body: { name: name.trim(), company: company.trim(), email: email.trim(), password, language },
    });
    if (answer !== null) await arrive(answer.next);
  };
  return (
    <Form error={error} onSend={(values) => void send(values)}>
      <NameField error={error} />
      <Field
        name="company"
        label={choose.company}
        hint={choose.companyHint}
        autoComplete="organization"
        error={fieldMessageOf(error, 'company')}
        required
      />
      <EmailField error={error} />
      <NewPasswordField error={error} />
      <Button type="submit" variant="primary" wide pending={pending}>
        {messages.submit}
      </Button>
    </Form>
  );
}
