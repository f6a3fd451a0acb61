// Encodes a text as a QR code.

import { renderSVG } from 'uqr';

/**
 * An SVG without colors of its own but black and white, so that it can be read in a dark page, too.
 */
export const qrSvg = (text: string): string => renderSVG(text, { border: 2, pixelSize: 1 });
