// How is a text shown to a phone's camera?

import { renderSVG } from 'uqr';

/** An SVG without colours of its own but black and white, so that it can be read in a dark page, too. */
export const qrSvg = (text: string): string => renderSVG(text, { border: 2, pixelSize: 1 });
