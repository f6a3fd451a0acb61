// Which theme and language did this browser choose last, and who is signed in? Runs before the first paint, so nothing flashes, and asks the gateway
// while the code is still on its way; `api/call.ts` takes the answer.
(function () {
  try {
    var root = document.documentElement;
    var theme = localStorage.getItem('jokko.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    var language = localStorage.getItem('jokko.language');
    if (language === 'fr' || language === 'en') root.lang = language;
    else if (/^en/i.test(navigator.language)) root.lang = 'en';
  } catch {
    // A browser that keeps nothing shows the system's theme.
  }
  window.jokkoMe = fetch('/portal/api/me', { headers: { accept: 'application/json' } }).catch(function () {});
})();
