// The script of the documentation: theme, tabs, copying, searching while writing, and requests that
// are sent from the page with the reader's test key. Everything else works without it.
(function () {
  'use strict';
  const stored = (storage, name, value) => {
    try {
      if (value === undefined) return storage.getItem(name);
      storage.setItem(name, value);
    } catch {
      // A browser that keeps nothing has the defaults.
    }
    return null;
  };
  // The portal keeps its reader's theme under this name.
  const theme = stored(localStorage, 'jokko.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  document.addEventListener('DOMContentLoaded', () => {
    const { dataset } = document.body;
    const words = JSON.parse(dataset.words);
    if (followOldAnchor(dataset)) return;
    for (const sample of document.querySelectorAll('.sample')) makeTabs(sample);
    showTab(stored(localStorage, 'jokko.docs.tab'));
    for (const block of document.querySelectorAll('pre')) addCopy(block, words);
    if (dataset.sandbox === 'yes') offerRuns(words);
    searchWhileWriting(dataset);
  });

  /** Follows an anchor of the single page that these pages replace: `/docs#error-26`. */
  function followOldAnchor({ anchors, root }) {
    const anchor = location.hash.slice(1);
    if (anchors === '' || anchor === '' || document.getElementById(anchor) !== null) return false;
    const numbered = /^(?:error|code)-(\d+)$/.exec(anchor);
    const page = numbered === null ? JSON.parse(anchors)[anchor] : `errors/${numbered[1]}`;
    if (page === undefined) return false;
    location.replace(root + page);
    return true;
  }

  function makeTabs(sample) {
    const parts = [...sample.querySelectorAll(':scope > .tab')];
    if (parts.length === 0) return;
    const list = element('div', { className: 'tabs', role: 'tablist' });
    parts.forEach((part) => {
      const { tab } = part.dataset;
      const button = element('button', { type: 'button', role: 'tab', textContent: tab });
      button.addEventListener('click', () => {
        stored(localStorage, 'jokko.docs.tab', tab);
        showTab(tab);
      });
      button.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const buttons = [...list.children];
        if (step === undefined) return;
        const next = buttons.at((buttons.indexOf(button) + step) % buttons.length);
        next.click();
        next.focus();
      });
      list.append(button);
    });
    sample.classList.add('tabbed');
    sample.prepend(list);
    choose(sample, parts[0].dataset.tab);
  }

  function choose(sample, tab) {
    for (const part of sample.querySelectorAll(':scope > .tab')) {
      part.open = part.dataset.tab === tab;
      part.hidden = !part.open;
    }
    for (const button of sample.querySelectorAll('[role="tab"]')) {
      const isChosen = button.textContent === tab;
      button.setAttribute('aria-selected', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
  }

  /** In all samples that have it. */
  function showTab(tab) {
    if (tab === null) return;
    for (const sample of document.querySelectorAll('.sample.tabbed'))
      if ([...sample.querySelectorAll('.tab')].some((part) => part.dataset.tab === tab))
        choose(sample, tab);
  }

  function addCopy(block, words) {
    const button = element('button', {
      type: 'button',
      className: 'copy',
      textContent: words.copy,
    });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      button.textContent = words.copied;
      setTimeout(() => (button.textContent = words.copy), 2000);
    });
    const frame = element('div', { className: 'code' });
    block.replaceWith(frame);
    frame.append(block, button);
  }

  // Ids that no other reader of the same account has used, the same on the whole page.
  const suffix = Math.random().toString(36).slice(2, 8);
  const idMembers = ['externalTransactionId', 'id'];
  const marks = { '<API_KEY>': 'jokko.docs.key', '<APP_KEY>': 'jokko.docs.app-key' };

  function offerRuns(words) {
    const samples = [...document.querySelectorAll('.sample[data-run="yes"]')];
    if (samples.length === 0) return;
    for (const sample of samples) sample.append(runPart(sample, words));
    fillKeys();
    fetch('/portal/api/home/first-call', { headers: { accept: 'application/json' } })
      .then((answer) => (answer.ok ? answer.json() : {}))
      .then(({ apiKey, appKey }) => {
        if (apiKey) stored(sessionStorage, marks['<API_KEY>'], apiKey);
        if (appKey) stored(sessionStorage, marks['<APP_KEY>'], appKey);
        fillKeys();
      })
      .catch(() => {});
  }

  /** Puts the reader's key into what the page shows. */
  function fillKeys() {
    for (const [mark, name] of Object.entries(marks)) {
      const key = stored(sessionStorage, name);
      if (key === null) continue;
      const walker = document.createTreeWalker(
        document.querySelector('main'),
        NodeFilter.SHOW_TEXT,
      );
      while (walker.nextNode()) {
        const { currentNode } = walker;
        if (currentNode.nodeValue.includes(mark))
          currentNode.nodeValue = currentNode.nodeValue.replaceAll(mark, key);
      }
    }
  }

  function runPart(sample, words) {
    const button = element('button', { type: 'button', className: 'run', textContent: words.run });
    const answer = element('pre', { hidden: true, tabIndex: 0 });
    const key = element('input', { type: 'text', autocomplete: 'off', spellcheck: false });
    const hint = element('small', { textContent: words.keyHint });
    const ask = element('label', { className: 'ask-key', hidden: true }, words.key, key, hint);
    const isSms = sample.dataset.path.startsWith('/api/');
    const name = marks[isSms ? '<APP_KEY>' : '<API_KEY>'];
    key.addEventListener('change', () => {
      stored(sessionStorage, name, key.value.trim());
      fillKeys();
    });
    button.addEventListener('click', async () => {
      const known = key.value.trim() || stored(sessionStorage, name);
      ask.hidden = known !== null && known !== '';
      if (!ask.hidden) return key.focus();
      button.disabled = true;
      answer.hidden = false;
      answer.textContent = words.running;
      try {
        const { status, text } = await send(sample.dataset, known, isSms);
        answer.textContent = `HTTP ${status}\n${text}`;
      } catch {
        answer.textContent = words.failed;
      }
      button.disabled = false;
    });
    return element('div', { className: 'runs' }, button, ask, answer);
  }

  /** With the ids of the page in it, as they were sent. */
  function ownPath(path) {
    const ids = [...document.querySelectorAll('.sample[data-body^="{"]')]
      .map(({ dataset }) => JSON.parse(dataset.body))
      .flatMap((body) => idMembers.map((member) => body[member]));
    const last = path.slice(path.lastIndexOf('/') + 1);
    return ids.includes(last) ? `${path}-${suffix}` : path;
  }

  async function send({ method, path, body }, key, isSms) {
    const members = body === '' ? {} : JSON.parse(body);
    for (const member of idMembers)
      if (typeof members[member] === 'string') members[member] += `-${suffix}`;
    const headers = { accept: 'application/json' };
    if (!isSms) headers.Secretkey = key;
    else if (method === 'GET') headers['App-Key'] = key;
    else members.app_key = key;
    if (method === 'POST') headers['content-type'] = 'application/json';
    const answer = await fetch(ownPath(path), {
      method,
      headers,
      body: method === 'POST' ? JSON.stringify(members) : undefined,
      credentials: 'omit',
    });
    const text = await answer.text();
    try {
      return { status: answer.status, text: JSON.stringify(JSON.parse(text), null, 2) };
    } catch {
      return { status: answer.status, text };
    }
  }

  function searchWhileWriting({ root }) {
    const form = document.querySelector('form.search');
    const results = form.querySelector('.results');
    const field = form.elements.q;
    let asked = 0;
    const close = () => (results.hidden = true);
    async function show(mine) {
      const address = `${root}search?q=${encodeURIComponent(field.value)}`;
      const answer = await fetch(address, { headers: { accept: 'application/json' } });
      if (mine !== asked || !answer.ok) return;
      const found = await answer.json();
      results.replaceChildren(
        ...found.map(({ page, title, excerpt }) =>
          element(
            'a',
            { href: root + page },
            element('strong', { textContent: title }),
            element('span', { textContent: excerpt }),
          ),
        ),
      );
      results.hidden = found.length === 0;
    }
    field.addEventListener('input', () => {
      const mine = ++asked;
      if (field.value.trim().length < 2) return close();
      setTimeout(() => mine === asked && void show(mine), 150);
    });
    form.addEventListener('keydown', (event) => {
      const all = [field, ...results.querySelectorAll('a')];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === 'Escape') close();
      if (step === undefined || results.hidden) return;
      event.preventDefault();
      all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
    });
    document.addEventListener('click', (event) => form.contains(event.target) || close());
    document.addEventListener('keydown', (event) => {
      const isWriting = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
      const asksFor = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || event.key === '/';
      if (!asksFor || (isWriting && event.key === '/')) return;
      event.preventDefault();
      field.focus();
    });
  }
})();
