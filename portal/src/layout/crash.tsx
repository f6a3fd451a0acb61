// What is shown when a page breaks? What happened and a way on. React wants a class here, the only one.

import { Component, type ReactNode } from 'react';
import { useTexts } from '../language/index.ts';
import { useRouter } from '../router/index.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { layoutTexts } from './texts.ts';

/** Catches what breaks below it; another place begins anew. What is well stays as it is from place to place. */
export function CrashFrame({ children }: { children: ReactNode }) {
  const { place } = useRouter();
  return <Boundary path={place.path}>{children}</Boundary>;
}

interface Held {
  broken: boolean;
  path: string;
}

class Boundary extends Component<{ path: string; children: ReactNode }, Held> {
  override state: Held = { broken: false, path: this.props.path };

  static getDerivedStateFromError(): Partial<Held> {
    return { broken: true };
  }

  static getDerivedStateFromProps({ path }: { path: string }, held: Held): Held | null {
    return path === held.path ? null : { broken: false, path };
  }

  override render(): ReactNode {
    return this.state.broken ? <Crash /> : this.props.children;
  }
}

function Crash() {
  const words = useTexts(layoutTexts);
  return (
    <main role="alert">
      <EmptyState
        icon="alert"
        title={<span>{words.crashTitle}</span>}
        action={
          <Button look="primary" onClick={() => window.location.reload()}>
            {words.reload}
          </Button>
        }
      >
        {words.crash}
      </EmptyState>
    </main>
  );
}
