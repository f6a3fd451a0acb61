// What the spelling of a service code tells: its kind, its type and whether the phone must name the
// country. The catalogue has the last word; these rules fill in what an entry leaves out, check it,
// and describe services in the documentation.
import type { TypeService } from '../services.ts';
import { serviceKind, serviceKinds, type AnyServiceKind } from './index.ts';

const secondRoute = /_2$/;
const endings = serviceKinds.flatMap((kind) =>
  kind.codes.endings.map((ending) => ({ ending, kind })),
);

/** The kind that a code's spelling suggests; a payout where it suggests none. */
export function kindOfCode(codeService: string): AnyServiceKind {
  return (
    serviceKinds.findLast(({ codes }) => codes.pattern.test(codeService)) ?? serviceKind('payout')
  );
}

/** The service type that a code's ending names, or null for a code of no known form. */
export function typeServiceOfCode(codeService: string): TypeService | null {
  return kindByEnding(codeService)?.typeServices[0] ?? null;
}

/** True when a catalogue entry may have this type: one of the kind whose ending the code has. */
export function typeServiceFitsCode(codeService: string, type: TypeService): boolean {
  return kindByEnding(codeService)?.typeServices.includes(type) === true;
}

/**
 * True for services whose phone must carry its country code, since their code names no single
 * country of the phone (rule O1).
 */
export function needsCountryCode(codeService: string): boolean {
  return kindByOnlyCode(codeService)?.codes.phoneNamesCountry === true;
}

function kindByOnlyCode(codeService: string): AnyServiceKind | undefined {
  return serviceKinds.find(({ codes }) => codes.only === codeService);
}

function kindByEnding(codeService: string): AnyServiceKind | undefined {
  const code = codeService.replace(secondRoute, '');
  return kindByOnlyCode(codeService) ?? endings.find(({ ending }) => code.endsWith(ending))?.kind;
}
