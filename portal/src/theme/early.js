// Which theme and language did this browser choose last, and who is signed in? Runs before the first paint, so nothing flashes, and asks the gateway
// while the code is still on its way, also for what the pages most come to begin with read; `api/call.ts` takes the answers.
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

  var reads = {
    '/': { developer: ['home'] },
    '/transactions': { developer: ['transactions', 'transactions/services'], operator: ['operator/transactions'] },
  };
  var answers = (window.jokkoEarly = {});
  function ask(path) {
    answers[path] = fetch('/portal/api/' + path, { headers: { accept: 'application/json' } }).catch(function () {});
    return answers[path];
  }
  ask('me')
    .then(function (answer) {
      return answer && answer.ok ? answer.clone().json() : null;
    })
    .then(function (me) {
      var wanted = me && me.next === 'done' && me.membership && location.search === '' && reads[location.pathname];
      ((wanted && wanted[me.membership.side]) || []).forEach(ask);
    })
    .catch(function () {});
})();
