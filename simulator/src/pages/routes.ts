// Routes of the payer's pages, `/3ds/<token>` and `/pay/<token>`, and the actions of their
// buttons.

import { header, sendEmpty, sendText } from '../http/exchange.ts';
import { pageHeaders, questionPage, resultPage } from './html.ts';
import { chooseLanguage, texts } from './page-text.ts';
import type { Engine } from '../core/engine.ts';
import type { Line, Operation, ReturnUrls } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Language, PageText } from './page-text.ts';

export interface PageDeps {
  engine: Engine;
}

const html = 'text/html; charset=utf-8';
const noUrls: ReturnUrls = { success: null, error: null };

/** `area` is `3ds` or `pay`; `rest` what follows it in the path. */
export async function handlePage(
  deps: PageDeps,
  exchange: Exchange,
  area: '3ds' | 'pay',
  rest: string,
): Promise<void> {
  const language = chooseLanguage(exchange.query.get('lang'), header(exchange, 'accept-language'));
  const [token = '', choice] = rest.split('/');
  const operation = deps.engine.byToken(token);
  if (operation === undefined || (operation.kind === 'card') !== (area === '3ds')) {
    return sendText(
      exchange,
      404,
      html,
      resultPage(language, '404', texts[language].unknown, null),
      pageHeaders([]),
    );
  }
  const line = deps.engine.firstLine(operation);
  if (choice === undefined && exchange.method === 'GET')
    return showPage(deps, exchange, operation, line, language, `/${area}/${token}`);
  if (
    exchange.method === 'POST' &&
    (choice === 'approve' || choice === 'refuse' || (choice === 'abandon' && area === '3ds'))
  ) {
    await deps.engine.decide(operation, choice);
    return leave(exchange, operation, line.returnUrls ?? noUrls, language);
  }
  return sendEmpty(exchange, choice === undefined ? 405 : 404);
}

function showPage(
  deps: PageDeps,
  exchange: Exchange,
  operation: Operation,
  line: Line,
  language: Language,
  path: string,
): void {
  const urls = line.returnUrls ?? noUrls;
  if (operation.status !== 'pending' || operation.closing)
    return sendResult(exchange, operation, urls, language);
  deps.engine.openPage(operation);
  const words = texts[language];
  const card = operation.kind === 'card';
  const page = questionPage({
    language,
    title: card ? words.cardTitle : words.walletTitle,
    details: detailsOf(operation, line, words),
    path,
    buttons: [
      ['approve', words.approve],
      ['refuse', words.refuse],
      ...(card ? [['abandon', words.abandon] as ['abandon', string]] : []),
    ],
  });
  sendText(exchange, 200, html, page, pageHeaders([urls.success, urls.error]));
}

function detailsOf(operation: Operation, line: Line, words: PageText): [string, string][] {
  const details: [string, string][] = [];
  if (line.page?.merchant) details.push([words.merchant, line.page.merchant]);
  details.push([words.amount, `${operation.amount} ${operation.currency}`]);
  details.push(
    operation.kind === 'card'
      ? [words.card, `•••• ${line.page?.lastFour ?? ''}`]
      : [words.phone, operation.party],
  );
  return details;
}

/** After a button: the browser goes where the merchant wanted, or sees the result. */
function leave(
  exchange: Exchange,
  operation: Operation,
  urls: ReturnUrls,
  language: Language,
): void {
  const target = operation.status === 'succeeded' ? urls.success : urls.error;
  if (target === null) return sendResult(exchange, operation, urls, language);
  sendEmpty(exchange, 303, {
    location: target,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
}

function sendResult(
  exchange: Exchange,
  operation: Operation,
  urls: ReturnUrls,
  language: Language,
): void {
  const words = texts[language];
  const good = operation.status === 'succeeded';
  const title = operation.kind === 'card' ? words.cardTitle : words.walletTitle;
  const page = resultPage(
    language,
    title,
    good ? words.succeeded : words.failed,
    good ? urls.success : urls.error,
  );
  sendText(exchange, 200, html, page, pageHeaders([]));
}
