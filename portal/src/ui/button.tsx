// Button: a real <button> that does something, or a real link that leads somewhere, in the same
// four styles.

import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from '../router/index.ts';
import { Icon, type IconName } from './icon.tsx';
import './button.css';

/**
 * `primary`: the one thing to do here. `plain`: beside it. `quiet`: in rows and bars. `danger`:
 * cannot be undone.
 */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

interface Variant {
  variant?: ButtonVariant;
  small?: boolean;
  icon?: IconName;
  /** Takes the whole width. */
  wide?: boolean;
}

function classes({ variant = 'plain', small, wide }: Variant, more: string | undefined): string {
  return `button button-${variant}${small === true ? ' button-small' : ''}${wide === true ? ' button-wide' : ''}${more === undefined ? '' : ` ${more}`}`;
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Variant & { /** Being carried out: it cannot be pressed again. */ pending?: boolean };

/** Does something. While `pending` it stays focusable and says so. */
export function Button({
  variant,
  small,
  icon,
  wide,
  pending = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classes(
        { ...(variant && { variant }), ...(small && { small }), ...(wide && { wide }) },
        className,
      )}
      {...(pending && { 'aria-disabled': true, 'aria-busy': true })}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {pending ? (
        <span className="button-spinner" aria-hidden="true" />
      ) : icon === undefined ? null : (
        <Icon name={icon} />
      )}
      {children}
    </button>
  );
}

/** Leads somewhere within the portal, looking like a button. */
export function ButtonLink({
  variant,
  small,
  icon,
  wide,
  className,
  children,
  ...rest
}: LinkProps & Variant) {
  return (
    <Link
      {...rest}
      className={classes(
        { ...(variant && { variant }), ...(small && { small }), ...(wide && { wide }) },
        className,
      )}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A button that shows a picture alone; `label` is what readers hear and what the pointer shows. */
export function IconButton({
  icon,
  label,
  className,
  type = 'button',
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { icon: IconName; label: string }) {
  return (
    <button
      {...rest}
      type={type}
      className={`icon-button${className === undefined ? '' : ` ${className}`}`}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Several buttons that belong together. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="buttons">{children}</div>;
}
