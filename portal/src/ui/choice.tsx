// Yes/no controls: a checkbox where it takes effect with the form, a switch where it takes effect
// at once.

import { defined } from '@jokko/contract/defined';
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import './choice.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** A checkbox with its label. */
export function Checkbox(props: Props) {
  return <Choice {...props} variant="checkbox" />;
}

/** On or off, at once. */
export function Switch(props: Props) {
  return <Choice {...props} variant="switch" role="switch" />;
}

/** One of several, shown together; give all of them the same `name`. */
export function Radio(props: Props) {
  return <Choice {...props} variant="radio" />;
}

function Choice({
  label,
  hint,
  variant,
  ...input
}: Props & { variant: 'checkbox' | 'switch' | 'radio' }) {
  const id = useId();
  return (
    <div className="choice">
      <input
        {...input}
        id={id}
        type={variant === 'radio' ? 'radio' : 'checkbox'}
        className={`choice-${variant}`}
        {...defined({ 'aria-describedby': hint === undefined ? undefined : `${id}-hint` })}
      />
      <label htmlFor={id} className="choice-label">
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="choice-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Choices under one question. */
export function Choices({
  legend,
  children,
  row = false,
}: {
  legend: ReactNode;
  children: ReactNode;
  row?: boolean;
}) {
  return (
    <fieldset className="choices">
      <legend className="field-label">{legend}</legend>
      <div className={row ? 'choices-row' : 'choices-list'}>{children}</div>
    </fieldset>
  );
}
