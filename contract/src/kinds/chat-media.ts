// Checks that the file of a chat message can be sent, by its extension and by whether its content
// is base64. The provider validates the content itself.

import type { FieldFault } from '../field-problem.ts';

export interface Media {
  name: string;
  /** With its dot, in lower case. */
  extension: string;
  /**
   * Without line breaks. Empty where an operation is only asked about or taken back: its file is
   * read to be sent.
   */
  base64: string;
}

/** Images, videos, sounds and documents that chat providers take. */
const extensions = new Set(
  '.jpg .jpeg .png .webp .mp4 .3gp .aac .amr .mp3 .m4a .ogg .pdf .doc .docx .xls .xlsx .ppt .pptx .txt'.split(
    ' ',
  ),
);
const charactersPerGroup = 4;
/** What a browser's file reader puts before the content. */
const dataUrlPrefix = /^data:[\w.+/-]*(?:;[\w=.+-]*)*;base64,/;

/** The extension may be missing where the file's name ends with one. */
export function readMedia(
  body: { attachedMediaName?: string; attachedMediaExtension?: string },
  content: string,
): { ok: true; media: Media } | { ok: false; faults: FieldFault[] } {
  const name = body.attachedMediaName ?? '';
  const extension = (body.attachedMediaExtension || (/\.\w+$/.exec(name)?.[0] ?? '')).toLowerCase();
  const base64 = bareBase64(content);
  const faults: FieldFault[] = [];
  if (extension === '') faults.push({ field: 'attachedMediaExtension', problem: 'missing' });
  else if (!extensions.has(extension))
    faults.push({ field: 'attachedMediaExtension', problem: 'notMediaExtension' });
  if (!isBase64(base64)) faults.push({ field: 'attachedMedia', problem: 'invalidBase64' });
  return faults.length > 0
    ? { ok: false, faults }
    : { ok: true, media: { name, extension, base64 } };
}

/**
 * What stands for the file itself: without what a browser puts before it, and the lines that
 * encoders for mail break.
 */
export function bareBase64(content: string): string {
  const bare = content.replace(dataUrlPrefix, '');
  return bare.includes('\n') ? bare.replace(/\r?\n/g, '') : bare;
}

/** The usual alphabet, whole groups, padded. */
function isBase64(text: string): boolean {
  return text.length % charactersPerGroup === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}
