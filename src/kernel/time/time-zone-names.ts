import { isTimeZone } from './time-zone.ts'

/**
 * The IANA zone a TZID of iCalendar data means: an IANA name, one behind a vendor's prefix
 * (`/freeassociation.sourceforge.net/Europe/Amsterdam`), or a Windows name as Outlook writes it. Null when unknown.
 */
export function ianaZoneOf(tzid: string): string | null {
  const name = tzid.trim().replace(/^"|"$/g, '')
  const behindPrefix = name.startsWith('/') ? name.split('/').slice(-2).join('/') : name
  for (const candidate of [name, behindPrefix, windowsZones[name]]) {
    if (candidate !== undefined && isTimeZone(candidate)) return candidate
  }
  return null
}

/** Windows names of zones in and around Europe and of the largest elsewhere, by Unicode CLDR's windowsZones (territory 001). */
const windowsZones: Readonly<Record<string, string>> = {
  UTC: 'Etc/UTC',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'Romance Standard Time': 'Europe/Paris',
  'GTB Standard Time': 'Europe/Bucharest',
  'FLE Standard Time': 'Europe/Kiev',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Russian Standard Time': 'Europe/Moscow',
  'Morocco Standard Time': 'Africa/Casablanca',
  'Egypt Standard Time': 'Africa/Cairo',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Arabian Standard Time': 'Asia/Dubai',
  'India Standard Time': 'Asia/Calcutta',
  'China Standard Time': 'Asia/Shanghai',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'SA Western Standard Time': 'America/La_Paz',
  'SA Eastern Standard Time': 'America/Cayenne',
  'Atlantic Standard Time': 'America/Halifax',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
}
