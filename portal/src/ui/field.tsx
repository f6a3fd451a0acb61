// Form field: a label that is always there, a hint, and the error, all tied to the control for
// screen readers.

import { defined } from '@jokko/contract/defined';
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { Icon } from './icon.tsx';
import './field.css';

interface Asked {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong; undefined when nothing is. */
  error?: string | undefined;
  /** The label is for readers only: where the place itself says what it is, as in a filter bar. */
  labelHidden?: boolean;
  /** Said beside the label of what may stay empty. */
  optional?: string;
}

interface Tied {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/**
 * The frame around any control: label, hint, error. `children` draws the control with the given
 * attributes.
 */
export function FieldFrame({
  label,
  hint,
  error,
  labelHidden = false,
  optional,
  children,
}: Asked & { children(tied: Tied): ReactNode }) {
  const id = useId();
  const described = [
    hint === undefined ? '' : `${id}-hint`,
    error === undefined ? '' : `${id}-error`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : 'field-label'}>
        {label}
        {optional === undefined ? null : <span className="field-optional"> · {optional}</span>}
      </label>
      {children({
        id,
        ...defined({
          'aria-describedby': described || undefined,
          'aria-invalid': error === undefined ? undefined : (true as const),
        }),
      })}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="field-error">
          <Icon name="alert" size={15} />
          <span>{error}</span>
        </p>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A line of text; `suffix` stands behind it, e.g. a button or a currency. */
export function Field({
  label,
  hint,
  error,
  labelHidden,
  optional,
  suffix,
  ...input
}: Asked & InputHTMLAttributes<HTMLInputElement> & { suffix?: ReactNode }) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      {...(labelHidden && { labelHidden })}
      {...(optional && { optional })}
    >
      {(tied) =>
        suffix === undefined ? (
          <input {...input} {...tied} className="input" />
        ) : (
          <div className="input-with-suffix">
            <input {...input} {...tied} className="input" />
            {suffix}
          </div>
        )
      }
    </FieldFrame>
  );
}

/** Several lines of text. */
export function Textarea({
  label,
  hint,
  error,
  labelHidden,
  optional,
  ...input
}: Asked & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      {...(labelHidden && { labelHidden })}
      {...(optional && { optional })}
    >
      {(tied) => <textarea rows={4} {...input} {...tied} className="input" />}
    </FieldFrame>
  );
}

/** One of a list; the browser's own control, which works everywhere. */
export function Select({
  label,
  hint,
  error,
  labelHidden,
  optional,
  options,
  ...input
}: Asked &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly { value: string; label: string }[];
  }) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      {...(labelHidden && { labelHidden })}
      {...(optional && { optional })}
    >
      {(tied) => (
        <span className="select-frame">
          {' '}
          <select {...input} {...tied} className="input select">
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={16} />
        </span>
      )}
    </FieldFrame>
  );
}
