// Measures the memory and processor time of each process, from /proc: the kernel's own peak
// resident size, and the user and system time of a process with all its living children.

import { readFileSync, readdirSync } from 'node:fs';

const clockTicksPerSec = 100;
const sampleEveryMs = 1_000;
const bytesPerMb = 1_000_000;

/** Megabytes of 10^6 bytes. `rssMb` now; `peakRssMb` the highest since the process began. */
export interface Memory {
  rssMb: number;
  peakRssMb: number;
}

export function readMemory(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024) / bytesPerMb;
  return { rssMb: mb('VmRSS'), peakRssMb: mb('VmHWM') };
}

/**
 * Parent and CPU seconds of one process; null when it is gone. The command name may hold spaces, so
 * fields count from its bracket.
 */
function readStat(pid: number): { parent: number; cpuSeconds: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / clockTicksPerSec,
    };
  } catch {
    return null;
  }
}

export function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((other) => readStat(other)?.parent === pid);
}

/** The command line with its arguments, or '' when the process is gone. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

export interface Usage {
  /** CPU seconds since the watch began. */
  cpuSeconds: number;
  /** Highest sampled resident size while watching, of the named process alone. */
  rssMb: number;
}

export interface Watch {
  stop(): { [name: string]: Usage };
}

/**
 * Samples the named processes each second until stopped. `families` names those whose children
 * count too (PostgreSQL has one for each connection).
 */
export function watchProcesses(pids: { [name: string]: number }, families: string[] = []): Watch {
  const names = Object.keys(pids);
  const cpuBefore = new Map<number, number>();
  const highest = new Map<string, number>();
  const members = (name: string) => [
    pids[name] ?? 0,
    ...(families.includes(name) ? childrenOf(pids[name] ?? 0) : []),
  ];
  for (const name of names)
    for (const pid of members(name)) cpuBefore.set(pid, readStat(pid)?.cpuSeconds ?? 0);

  function sample(): void {
    for (const name of names) {
      try {
        highest.set(name, Math.max(highest.get(name) ?? 0, readMemory(pids[name] ?? 0).rssMb));
      } catch {
        // Gone: what was sampled before stands.
      }
    }
  }
  sample();
  const timer = setInterval(sample, sampleEveryMs);
  return {
    stop() {
      clearInterval(timer);
      sample();
      const usageOf = (name: string): Usage => {
        const spent = members(name).map(
          (pid) => (readStat(pid)?.cpuSeconds ?? 0) - (cpuBefore.get(pid) ?? 0),
        );
        return {
          cpuSeconds: spent.reduce((sum, one) => sum + one, 0),
          rssMb: highest.get(name) ?? 0,
        };
      };
      return Object.fromEntries(names.map((name) => [name, usageOf(name)]));
    },
  };
}
