/**
 * Family of browser and system of a User-Agent header, such as `Firefox · Windows`: as much as a person needs to know
 * their own again, and too little to tell two of them apart. Versions and models are not read.
 *
 * @returns null when neither is recognized
 */
export function browserFamily(userAgent: string | undefined): string | null {
  const known = [nameIn(userAgent, browsers), nameIn(userAgent, systems)].filter((name) => name !== null)
  return known.length === 0 ? null : known.join(' · ')
}

type Named = readonly (readonly [mark: string, name: string])[]

function nameIn(userAgent: string | undefined, named: Named): string | null {
  return named.find(([mark]) => userAgent?.includes(mark))?.[1] ?? null
}

/** In this order: most say that they are others too. */
const browsers: Named = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
]

const systems: Named = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
]
