// Service worker: caches the portal, so that it opens on a bad connection, or on none. Caches the
// files of this build that its frame needs, and those of the pages that were opened; never an
// answer of the gateway: data, keys and events bypass it. The build writes the lists
// (`build/worker.ts`).

const build = '__BUILD__';
/** The page, and the files without which nothing is drawn. */
const shell = ['__SHELL__'];
/**
 * First parts of the paths that are pages of the portal: no other page of this host goes through
 * here.
 */
const pages = ['__PAGES__'];

const cacheName = `jokko-${build}`;
/** A line that is up and carries nothing: after that long, the page that was kept is shown. */
const timeoutMs = 4_000;

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(answerFile(event));
  else if (request.mode === 'navigate' && pages.includes(pathname.split('/')[1]))
    event.respondWith(answerPage(event));
});

/** All of it or nothing: a page is never kept without its files. */
async function keepShell() {
  const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'reload' });
  const named = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  if (!page.ok || named.some((file) => !shell.includes(file)))
    throw new Error('the page is of another build');
  const cache = await caches.open(cacheName);
  await cache.addAll(shell);
  await cache.put('/', page);
}

/**
 * Tabs of the build before go on with what they have: its files stay until the build after this
 * one.
 */
async function takeOver() {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith('jokko-') && name !== cacheName,
  );
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A name with a hash in it stands for one content for good. */
async function answerFile(event) {
  const kept = await caches.match(event.request, { ignoreVary: true }).catch(() => undefined);
  if (kept !== undefined) return kept;
  const answer = await fetch(event.request);
  if (answer.ok && answer.type === 'basic') event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

async function keep(request, answer) {
  try {
    await (await caches.open(cacheName)).put(request, answer);
  } catch {
    // No room: the browser's own cache may still hold it.
  }
}

/** From the gateway whenever it answers, so that a new build is seen at once. */
async function answerPage(event) {
  const fromGateway = Promise.resolve(event.preloadResponse).then(
    (early) => early ?? fetch(event.request),
  );
  const inTime = await Promise.race([
    fromGateway.catch(() => undefined),
    new Promise((end) => setTimeout(end, timeoutMs)),
  ]);
  if (inTime !== undefined && inTime.status < 500) return inTime;
  const kept = await caches.match('/', { cacheName, ignoreVary: true }).catch(() => undefined);
  return kept ?? fromGateway;
}
