// Which theme and language did this browser choose last? Runs before the first paint, so nothing flashes.
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
})();
