// Decides how a file is sent: its kind and type at WhatsApp by its extension, its size, and whether
// its first bytes are what the extension says.

import type { Intent } from '@jokko/connectors/kit';

export type MediaKind = 'image' | 'video' | 'audio' | 'document';
type Media = NonNullable<Extract<Intent['extra'], { type: 'chat' }>['media']>;

const mebibyte = 1024 * 1024;
const bytesMax: { readonly [kind in MediaKind]: number } = {
  image: 5 * mebibyte,
  video: 16 * mebibyte,
  audio: 16 * mebibyte,
  document: 100 * mebibyte,
};

const word = 'application/vnd.openxmlformats-officedocument';
const types: { readonly [extension: string]: readonly [MediaKind, string] } = {
  '.jpg': ['image', 'image/jpeg'],
  '.jpeg': ['image', 'image/jpeg'],
  '.png': ['image', 'image/png'],
  '.mp4': ['video', 'video/mp4'],
  '.3gp': ['video', 'video/3gpp'],
  '.aac': ['audio', 'audio/aac'],
  '.amr': ['audio', 'audio/amr'],
  '.mp3': ['audio', 'audio/mpeg'],
  '.m4a': ['audio', 'audio/mp4'],
  '.ogg': ['audio', 'audio/ogg'],
  '.pdf': ['document', 'application/pdf'],
  '.txt': ['document', 'text/plain'],
  '.doc': ['document', 'application/msword'],
  '.docx': ['document', `${word}.wordprocessingml.document`],
  '.xls': ['document', 'application/vnd.ms-excel'],
  '.xlsx': ['document', `${word}.spreadsheetml.sheet`],
  '.ppt': ['document', 'application/vnd.ms-powerpoint'],
  '.pptx': ['document', `${word}.presentationml.presentation`],
};

/** First bytes as hex, from an offset. What has no entry is not checked. */
const signatures: { readonly [type: string]: readonly [number, readonly string[]] } = {
  'image/jpeg': [0, ['ffd8ff']],
  'image/png': [0, ['89504e470d0a1a0a']],
  'video/mp4': [4, ['66747970']],
  'video/3gpp': [4, ['66747970']],
  'audio/mp4': [4, ['66747970']],
  'audio/amr': [0, ['2321414d52']],
  'audio/ogg': [0, ['4f676753']],
  'audio/mpeg': [0, ['494433', 'fffb', 'fff3', 'fff2']],
  'application/pdf': [0, ['25504446']],
};

export interface MediaFile {
  kind: MediaKind;
  type: string;
  filename: string;
}

/** Null: WhatsApp does not take such a file. Pure; reads no more than the first bytes. */
export function mediaOf({ name, extension, base64 }: Media): MediaFile | null {
  const entry = types[extension];
  if (entry === undefined) return null;
  const [kind, type] = entry;
  if (Buffer.byteLength(base64, 'base64') > bytesMax[kind] || !isOfType(base64, type)) return null;
  const filename = name === '' ? `file${extension}` : withExtension(name, extension);
  return { kind, type, filename };
}

function isOfType(base64: string, type: string): boolean {
  const signature = signatures[type];
  if (signature === undefined) return true;
  const [offset, beginnings] = signature;
  const head = Buffer.from(base64.slice(0, 32), 'base64').subarray(offset).toString('hex');
  return beginnings.some((beginning) => head.startsWith(beginning));
}

const withExtension = (name: string, extension: string): string =>
  name.toLowerCase().endsWith(extension) ? name : name + extension;

/** The bytes of an upload, and the boundary between its parts. */
export function uploadOf(file: MediaFile, base64: string, boundary: string): Buffer {
  // A file's name comes from the developer and must not end the header that it stands in.
  const safeName = file.filename.replaceAll(/[\r\n"]/g, '_');
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.concat([
    Buffer.from(field('messaging_product', 'whatsapp') + field('type', file.type)),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${safeName}"\r\nContent-Type: ${file.type}\r\n\r\n`,
    ),
    Buffer.from(base64, 'base64'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
