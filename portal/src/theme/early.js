// Sets the theme and language that this browser chose last, before the first paint, so that
// nothing flashes. Also asks the gateway who is signed in, and for the first reads of the most
// visited pages, while the code is still loading; `api/call.ts` takes the answers.
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
    '/transactions': {
      developer: ['transactions', 'transactions/choices'],
      operator: ['operator/transactions'],
    },
  };
  var answers = (window.jokkoEarly = {});
  function ask(path) {
    answers[path] = fetch('/portal/api/' + path, { headers: { accept: 'application/json' } }).catch(
      function () {},
    );
    return answers[path];
  }
  ask('me')
    .then(function (answer) {
      return answer && answer.ok ? answer.clone().json() : null;
    })
    .then(function (me) {
      var wanted =
        me &&
        me.next === 'done' &&
        me.membership &&
        location.search === '' &&
        reads[location.pathname];
      ((wanted && wanted[me.membership.side]) || []).forEach(ask);
    })
    .catch(function () {});
})();
