// Renders an address as a QR code for a phone's camera: one path, dark on white in every theme.

import { encode, renderSVG } from 'uqr';
import './qr-code.css';

/** The white around the code, as cameras need it. */
const borderModules = 2;
/** Sharp on paper: a code of 33 modules is 7 cm wide at 150 dots an inch. */
const pixelsPerModule = 12;

/** A QR code; `label` says what it is for. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: borderModules });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The same as a file for printing. */
export const qrSvg = (text: string): string =>
  renderSVG(text, { border: borderModules, pixelSize: pixelsPerModule });

/** The same as pixels, for messengers that take no SVG; null: the browser draws none. */
export function drawQrPng(text: string): Promise<Blob | null> {
  const { data, size } = encode(text, { border: borderModules });
  const canvas = document.createElement('canvas');
  canvas.width = size * pixelsPerModule;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries())
      if (dark)
        context.fillRect(
          x * pixelsPerModule,
          y * pixelsPerModule,
          pixelsPerModule,
          pixelsPerModule,
        );
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
