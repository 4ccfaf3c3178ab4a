import { randomBytes } from 'node:crypto'

/** An event in the vendor's own JSON; the twin reads only its id and its start. */
export type VendorEvent = { readonly id: string; readonly [field: string]: unknown }

type Stored = { event: VendorEvent; isDeleted: boolean; changeNo: number }

export type TwinCalendar = {
  readonly calendarId: string
  readonly name: string
  readonly timeZone: string
  readonly isPrimary: boolean
  /** Who shares it; null when it is the account's own. */
  readonly owner: string | null
  readonly events: Map<string, Stored>
}

/** The calendars of one vendor's accounts, made when they are first asked for, with a count of changes. */
export type CalendarAccounts = {
  calendars(account: string): readonly TwinCalendar[]
  calendar(account: string, calendarId: string): TwinCalendar | undefined
  /** Makes a calendar, as an owner does or as somebody shares one. */
  add(account: string, added: { calendarId: string; name: string; owner: string | null }): void
  /** Removes a calendar with its events; false when there is none. */
  takeAway(account: string, calendarId: string): boolean
  put(calendar: TwinCalendar, event: VendorEvent): void
  /** @returns false when there is no such event */
  remove(calendar: TwinCalendar, eventId: string): boolean
  /** The mark of a reader who has seen everything so far. */
  mark(): string
  /** Changes after a mark, oldest first; null when the vendor no longer knows the mark. */
  since(calendar: TwinCalendar, mark: string): readonly Stored[] | null
  /** Makes every mark given so far unknown, as vendors do after some weeks. */
  forgetMarks(): void
  /** Whether the places in a list that were given out are known; a vendor in trouble forgets them at once. */
  remembersPages: boolean
}

export const defaultAccount = 'agenda@praktijk.example'

export function inMemoryCalendarAccounts(): CalendarAccounts {
  const accounts = new Map<string, readonly TwinCalendar[]>()
  let changes = 0
  let epoch = randomBytes(4).toString('hex')
  const calendars = (account: string) => {
    const known = accounts.get(account)
    if (known) return known
    const made = [calendar(account, account, true), calendar(`holidays.${account}`, 'Feestdagen', false)]
    accounts.set(account, made)
    return made
  }
  const change = (calendar: TwinCalendar, event: VendorEvent, isDeleted: boolean) => {
    changes += 1
    calendar.events.set(event.id, { event, isDeleted, changeNo: changes })
  }
  return {
    calendars,
    calendar: (account, calendarId) =>
      calendars(account).find((each) => each.calendarId === calendarId || (calendarId === 'primary' && each.isPrimary)),
    add(account, { calendarId, name, owner }) {
      accounts.set(account, [...calendars(account), { ...calendar(calendarId, name, false), owner }])
    },
    takeAway(account, calendarId) {
      const before = calendars(account)
      const left = before.filter((each) => each.calendarId !== calendarId)
      accounts.set(account, left)
      return left.length < before.length
    },
    put: (calendar, event) => change(calendar, event, false),
    remove(calendar, eventId) {
      const stored = calendar.events.get(eventId)
      if (!stored) return false
      change(calendar, stored.event, true)
      return true
    },
    mark: () => `${epoch}.${changes}`,
    since(calendar, mark) {
      const [of, changeNo] = mark.split('.')
      if (of !== epoch) return null
      return [...calendar.events.values()]
        .filter((stored) => stored.changeNo > Number(changeNo))
        .toSorted((a, b) => a.changeNo - b.changeNo)
    },
    forgetMarks() {
      epoch = randomBytes(4).toString('hex')
    },
    remembersPages: true,
  }
}

function calendar(calendarId: string, name: string, isPrimary: boolean): TwinCalendar {
  return { calendarId, name, timeZone: 'Europe/Amsterdam', isPrimary, owner: null, events: new Map() }
}
