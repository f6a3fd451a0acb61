// Frames between two nodes: what they are made of, and how they are read from a stream of bytes.
//
//     length u32 · type u8 · number u32 · length of the head u32 · head (UTF-8) · body
//
// `length` counts what follows it. All numbers are big-endian.

export const frameTypes = {
  /** Head and body of a request; its number is the sender's. */
  request: 1,
  /** The answer to the request of that number. */
  answer: 2,
  /** The request was not begun: the sender does it itself. */
  declined: 3,
  /** The answer of that number has left for the client, or never will. */
  left: 4,
  /** Answered at once, whatever else is under way. */
  ping: 5,
  pong: 6,
  /** The node stops: what it has it finishes, and it takes no more. */
  closing: 7,
} as const;

export type FrameType = (typeof frameTypes)[keyof typeof frameTypes];

export interface Frame {
  type: FrameType;
  number: number;
  head: string;
  body: Buffer;
}

const lengthBytes = 4;
const fixedBytes = lengthBytes + 1 + 4 + 4;
/** No request that is handed on is larger, nor its answer. */
export const frameMaxBytes = 1_048_576;
const nothing: Buffer = Buffer.alloc(0);

export function writeFrame(type: FrameType, number: number, head = '', body = nothing): Buffer {
  const headBytes = Buffer.byteLength(head);
  const bytes = Buffer.allocUnsafe(fixedBytes + headBytes + body.length);
  bytes.writeUInt32BE(bytes.length - lengthBytes, 0);
  bytes.writeUInt8(type, lengthBytes);
  bytes.writeUInt32BE(number, lengthBytes + 1);
  bytes.writeUInt32BE(headBytes, lengthBytes + 5);
  bytes.write(head, fixedBytes);
  body.copy(bytes, fixedBytes + headBytes);
  return bytes;
}

/** Returns what takes the chunks of a stream. Throws where they are no frames, or too large. */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let rest = nothing;
  return (chunk) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (bytes.length >= fixedBytes) {
      const end = lengthBytes + bytes.readUInt32BE(0);
      const bodyAt = fixedBytes + bytes.readUInt32BE(lengthBytes + 5);
      if (end > frameMaxBytes || bodyAt > end) throw new Error('not a frame of this protocol');
      if (bytes.length < end) break;
      onFrame({
        type: bytes.readUInt8(lengthBytes) as FrameType,
        number: bytes.readUInt32BE(lengthBytes + 1),
        head: bytes.toString('utf8', fixedBytes, bodyAt),
        body: bytes.subarray(bodyAt, end),
      });
      bytes = bytes.subarray(end);
    }
    rest = bytes;
  };
}
