// React Aria adds a <style> of its own to the page, which the content-security policy refuses. It
// takes an element of this id for that style, and what it would say stands in `pressable.css`.

import './pressable.css';

const styleId = 'react-aria-pressable-style';

if (document.getElementById(styleId) === null) {
  const done = document.createElement('meta');
  done.id = styleId;
  document.head.append(done);
}
