// Reads the multipart body of a media upload, and checks the file's type and size as Meta does.

const mebibyte = 1024 * 1024;
const bytesMaxByType: { readonly [type: string]: number } = {
  'image/jpeg': 5 * mebibyte,
  'image/png': 5 * mebibyte,
  'image/webp': mebibyte / 2,
  'video/mp4': 16 * mebibyte,
  'video/3gpp': 16 * mebibyte,
  'audio/aac': 16 * mebibyte,
  'audio/amr': 16 * mebibyte,
  'audio/mpeg': 16 * mebibyte,
  'audio/mp4': 16 * mebibyte,
  'audio/ogg': 16 * mebibyte,
  'text/plain': 100 * mebibyte,
  'application/pdf': 100 * mebibyte,
  'application/msword': 100 * mebibyte,
  'application/vnd.ms-excel': 100 * mebibyte,
  'application/vnd.ms-powerpoint': 100 * mebibyte,
};
const officePrefix = 'application/vnd.openxmlformats-officedocument.';

export interface Upload {
  type: string;
  bytes: Buffer;
}

/**
 * What the form holds; a text says what is wrong with it. The Graph API takes every field in the
 * query too.
 */
export function readUpload(
  contentType: string,
  body: Buffer,
  query: URLSearchParams,
): Upload | string {
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) return 'multipart/form-data is needed';
  const parts = partsOf(body, `--${mark}`);
  const text = (name: string) =>
    parts.find((part) => part.name === name)?.bytes.toString() ?? query.get(name) ?? undefined;
  const file = parts.find((part) => part.name === 'file');
  if (text('messaging_product') !== 'whatsapp') return 'messaging_product must be whatsapp';
  if (file === undefined) return 'file is missing';
  const type = text('type') ?? file.type;
  const bytesMax = type.startsWith(officePrefix) ? 100 * mebibyte : bytesMaxByType[type];
  if (bytesMax === undefined) return `files of type ${type} are not taken`;
  if (file.bytes.length === 0 || file.bytes.length > bytesMax) return 'the file has a wrong size';
  return { type, bytes: file.bytes };
}

interface Part {
  name: string;
  type: string;
  bytes: Buffer;
}

function partsOf(body: Buffer, mark: string): Part[] {
  const parts: Part[] = [];
  let at = body.indexOf(mark);
  while (at >= 0) {
    const next = body.indexOf(mark, at + mark.length);
    if (next < 0) break;
    const head = body.indexOf('\r\n\r\n', at);
    if (head > 0 && head < next) {
      const headers = body.subarray(at + mark.length, head).toString();
      parts.push({
        name: /[; ]name="([^"]*)"/i.exec(headers)?.[1] ?? '',
        type: /content-type:\s*([^\r\n;]+)/i.exec(headers)?.[1]?.trim() ?? '',
        // Before the next mark stands a line break that is none of the part's.
        bytes: body.subarray(head + 4, next - 2),
      });
    }
    at = next;
  }
  return parts;
}
