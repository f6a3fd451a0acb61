// Builds the bytes of the requests. The template is laid out once; for each request only the
// digits of its number are overwritten.

import { keyMark, numberMark, type AcceptedAs } from './command.ts';

export interface Request {
  /**
   * The whole request, head and body. Rewritten by `setNumber`, so a request must be answered
   * before the next one.
   */
  readonly bytes: Buffer;
  setNumber(number: number): void;
}

export interface RequestForm {
  host: string;
  port: number;
  path: string;
  bodyTemplate: string;
  numberDigits: number;
  apiKeys?: string[];
  acceptedAs?: AcceptedAs;
}

/**
 * Builds one connection's request. Throws when the template is not ASCII or holds no number mark.
 */
export function createRequest(form: RequestForm): Request {
  if (!form.bodyTemplate.includes(numberMark))
    throw new Error(`the body template holds no ${numberMark}`);
  const { apiKeys = [keyMark] } = form;
  const layouts = apiKeys.map((key) => layOut(form, form.bodyTemplate.replace(keyMark, key)));
  let layout = layouts[0]!;
  return {
    get bytes() {
      return layout.bytes;
    },
    setNumber(number) {
      layout = layouts[number % layouts.length]!;
      for (const place of layout.places)
        writeDigits(layout.bytes, place + form.numberDigits, number, form.numberDigits);
    },
  };
}

/** The request's bytes, and where the digits of its number begin in them. */
function layOut(form: RequestForm, template: string): { bytes: Buffer; places: number[] } {
  const body = template.replaceAll(numberMark, '0'.repeat(form.numberDigits));
  if (Buffer.byteLength(body) !== body.length) throw new Error('the body template must be ASCII');
  const head =
    `POST ${form.path} HTTP/1.1\r\nHost: ${form.host}:${form.port}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body.length}\r\n\r\n`;
  const places = placesOf(template, form.numberDigits).map((place) => place + head.length);
  return { bytes: Buffer.from(head + body, 'latin1'), places };
}

/** Where the digits begin in the finished body. */
function placesOf(template: string, digits: number): number[] {
  const places: number[] = [];
  let shift = 0;
  for (let at = template.indexOf(numberMark); at >= 0; at = template.indexOf(numberMark, at + 1)) {
    places.push(at + shift);
    shift += digits - numberMark.length;
  }
  return places;
}

const zero = 48;

function writeDigits(bytes: Buffer, end: number, number: number, digits: number): void {
  let rest = number;
  for (let i = 1; i <= digits; i++) {
    const next = Math.floor(rest / 10);
    bytes[end - i] = zero + (rest - next * 10);
    rest = next;
  }
}
