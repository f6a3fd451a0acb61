// Formats a number of bytes by `Intl`, in the largest unit that leaves a number above one.

import { useLanguage } from '../language/index.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function useBytes(): (bytes: number) => string {
  const { language } = useLanguage();
  return (bytes) => {
    const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
    const format = new Intl.NumberFormat(language, {
      style: 'unit',
      unit: units[power]!,
      maximumFractionDigits: 1,
    });
    return format.format(bytes / 1_000 ** power);
  };
}
