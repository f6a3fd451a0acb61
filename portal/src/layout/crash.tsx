// Error boundary: shows what happened when a page breaks, and a way on. React requires a class
// here, the only one.

import { Component, type ReactNode } from 'react';
import { useMessages } from '../language/index.ts';
import { PageUnreachable, useRouter } from '../router/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { layoutMessages } from './messages.ts';
import '../ui/states.css';

/**
 * Catches what breaks below it; another place begins anew. What is well stays as it is from place
 * to place.
 */
export function CrashFrame({ children }: { children: ReactNode }) {
  const { place } = useRouter();
  return <Boundary path={place.path}>{children}</Boundary>;
}

interface Held {
  broken: 'crash' | 'unreachable' | null;
  path: string;
}

class Boundary extends Component<{ path: string; children: ReactNode }, Held> {
  override state: Held = { broken: null, path: this.props.path };

  static getDerivedStateFromError(error: unknown): Partial<Held> {
    return { broken: error instanceof PageUnreachable ? 'unreachable' : 'crash' };
  }

  static getDerivedStateFromProps({ path }: { path: string }, held: Held): Held | null {
    return path === held.path ? null : { broken: null, path };
  }

  override render(): ReactNode {
    return this.state.broken === null ? this.props.children : <Broken by={this.state.broken} />;
  }
}

function Broken({ by }: { by: 'crash' | 'unreachable' }) {
  const messages = useMessages(layoutMessages);
  return (
    <div className="state" role="alert">
      <span className="state-icon state-icon-bad">
        <Icon name="alert" size={24} />
      </span>
      <h1 className="state-title">
        {by === 'crash' ? messages.crashTitle : messages.unreachableTitle}
      </h1>
      <p className="state-words">{by === 'crash' ? messages.crash : messages.unreachable}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {messages.reload}
      </Button>
    </div>
  );
}
