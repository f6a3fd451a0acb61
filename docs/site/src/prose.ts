// A sentence whose `quoted` parts are code.

import { html, trusted, type Markup } from '@jokko/contract/html';

export const prose = (text: string): Markup =>
  trusted(html`${text}`.markup.replaceAll(/`([^`]+)`/g, '<code>$1</code>'));
