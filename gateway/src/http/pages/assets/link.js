// Keeps a payer's page up to date: counts the seconds down and reloads the page when its transaction moves on. Pages work without it.
'use strict';

(() => {
  const watched = document.body.dataset.watch;
  const shown = document.body.dataset.status;
  const timer = document.querySelector('[data-seconds]');
  const startedAt = Date.now();

  if (timer) {
    const total = Number(timer.dataset.seconds);
    const tick = () => {
      const left = Math.max(0, total - Math.round((Date.now() - startedAt) / 1000));
      timer.textContent = Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0');
      if (left === 0) {
        clearInterval(ticking);
        location.reload();
      }
    };
    const ticking = setInterval(tick, 1000);
  }

  if (!watched) return;
  // Every 2 s in the first two minutes, then every 5 s; not at all while nobody looks.
  const pauseMs = () => (Date.now() - startedAt < 120000 ? 2000 : 5000);
  const ask = async () => {
    if (document.visibilityState === 'visible') {
      try {
        const answer = await fetch(watched, { cache: 'no-store', headers: { Accept: 'application/json' } });
        if (answer.ok && (await answer.json()).status !== shown) {
          location.reload();
          return;
        }
      } catch {
        // Offline for a moment: ask again.
      }
    }
    setTimeout(ask, pauseMs());
  };
  setTimeout(ask, pauseMs());
})();
