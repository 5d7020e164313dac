/** A device as people call it: `Firefox on Windows`. */
export type Device = { name: string; kind: 'phone' | 'computer' }

// The first match wins: most browsers also name the ones they derive from.
const browsers: readonly [RegExp, string][] = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string, Device['kind']][] = [
  [/iPhone|iPod/, 'iPhone', 'phone'],
  [/iPad/, 'iPad', 'phone'],
  [/Android/, 'Android', 'phone'],
  [/Windows/, 'Windows', 'computer'],
  [/Mac OS X|Macintosh/, 'Mac', 'computer'],
  [/CrOS/, 'ChromeOS', 'computer'],
  [/Linux/, 'Linux', 'computer'],
]

/** Reads a user agent, for display only: browsers may claim anything. */
export function parseDevice(userAgent: string | null): Device {
  const text = userAgent ?? ''
  const browser = browsers.find(([sign]) => sign.test(text))?.[1]
  const [, system, kind] = systems.find(([sign]) => sign.test(text)) ?? [
    null,
    undefined,
    'computer' as const,
  ]
  if (browser && system) return { name: `${browser} on ${system}`, kind }
  return { name: browser ?? system ?? 'Unknown browser', kind }
}
