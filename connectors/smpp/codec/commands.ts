// Numbers that SMPP 3.4 gives to its commands, and to the few command statuses that we send
// ourselves.

export const commands = {
  genericNack: 0x80000000,
  bindReceiver: 0x00000001,
  bindTransmitter: 0x00000002,
  bindTransceiver: 0x00000009,
  submitSm: 0x00000004,
  deliverSm: 0x00000005,
  unbind: 0x00000006,
  outbind: 0x0000000b,
  enquireLink: 0x00000015,
  alertNotification: 0x00000102,
  dataSm: 0x00000103,
} as const;

/** A response has the number of its request with this bit set. */
export const responseBit = 0x80000000;

/** States of our own responses. */
export const replies = {
  ok: 0x00,
  unknownCommand: 0x03,
  wrongBindState: 0x04,
  /** Not stored: the operator is to send it again. */
  tryAgain: 0x64,
  /** Never to be sent again: it cannot be read. */
  neverAgain: 0x65,
} as const;

export const headerLength = 16;

/**
 * Larger than any PDU of an honest peer (a message_payload of 64 KiB less one is the only thing
 * near it), small enough to buffer.
 */
export const pduLengthMax = 64 * 1024;
