// Entry point of the portal in a browser.

import './style/tokens.css';
import './style/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionProvider, startNetworkWatch } from './api/index.ts';
import { fetchAhead } from './ahead.ts';
import { App } from './app.tsx';
import { LanguageProvider } from './language/index.ts';
import { CrashFrame } from './layout/crash.tsx';
import { RouterProvider, startHistory } from './router/index.ts';
import { Toasts } from './ui/toast.tsx';

startHistory();
fetchAhead();
startNetworkWatch();

const root = document.getElementById('root');
if (root === null) throw new Error('no place to draw in');
createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <RouterProvider>
        <SessionProvider>
          <CrashFrame>
            <App />
          </CrashFrame>
          <Toasts />
        </SessionProvider>
      </RouterProvider>
    </LanguageProvider>
  </StrictMode>,
);
