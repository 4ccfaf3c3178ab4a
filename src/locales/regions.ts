import { zonesByArea } from './zone-regions.ts'

const regions = new Map(
  Object.entries(zonesByArea).flatMap(([area, lines]) =>
    lines.split('\n').flatMap((line) => {
      const [region = '', ...names] = line.split(' ')
      return names.map((name): [string, string] => [`${area}/${name}`, region])
    }),
  ),
)

/** The region (ISO 3166-1) that an IANA zone lies in; null for `UTC` and others that lie in none. */
export function regionOfZone(timezone: string): string | null {
  return regions.get(timezone) ?? null
}

/** Whether a region has 12-hour clocks; false when it is unknown. */
export function hasTwelveHours(region: string | null): boolean {
  return region !== null && twelveHours.has(region)
}

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '))

// From CLDR 48; not every browser can be asked for it.
// oxfmt-ignore
const twelveHours = list(
  'AE AG AL AR AS AU BB BD BH BM BN BO BS BT CA CL CO CR CT CU CY DJ DM DO DZ EC EG EH ER ET FJ FM GD GH GM GR GT GU GY HK HN IN IQ JM JO KH KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MX MY NA NI NZ OM PA PE PG PH PK PR PS PW PY QA SA SB SD SG SL SO SS SV SY SZ TC TD TN TO TT TW UM US UY VC VE VG VI VU WS YE ZM',
)
