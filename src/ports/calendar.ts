/** What a calendar's owner granted us: enough to read, kept encrypted. */
export type CalendarGrant =
  | {
      readonly kind: 'oauth'
      readonly accessToken: string
      readonly accessExpiresAt: Temporal.Instant
      readonly refreshToken: string
      readonly scopes: readonly string[]
    }
  | { readonly kind: 'basic'; readonly serverUrl: string; readonly username: string; readonly appPassword: string }

/** One calendar an account can see. */
export type CalendarInfo = {
  readonly calendarId: string
  readonly name: string
  /** IANA name, or null when the provider does not say. */
  readonly timeZone: string | null
  /** True for the one calendar an account always has, where the provider marks it. */
  readonly isPrimary?: boolean
}

/** A person an event names. */
export type EventAttendee = {
  /** Null when only a telephone number is known. */
  readonly email: string | null
  readonly phoneNumber?: string | null
  readonly displayName: string | null
  readonly isOrganizer: boolean
  readonly isSelf: boolean
  /** A room or a device, not a person. */
  readonly isResource: boolean
}

/** One event, recurrences already expanded, with what every provider can give. */
export type CalendarEvent = {
  /** Stable for this occurrence within its calendar. */
  readonly eventId: string
  /** The provider's object that holds the occurrence, where whole objects change (CalDAV); else absent. */
  readonly objectId?: string
  /** Deleted or cancelled at the provider; the other fields may be empty then. */
  readonly isCancelled: boolean
  /** Cancelled as far as the list says, which it also does when the event was moved beyond the window. Absent means false. */
  readonly isUnlisted?: boolean
  /**
   * Its object exists and cannot be read, or not completely; the start is the first it names, or the end of the window.
   * What is known of the object's events stays as it is. Absent means false.
   */
  readonly isUnreadable?: boolean
  /** Its times name no zone and are given as if they were in UTC: the calendar's own applies. Absent means false. */
  readonly isFloating?: boolean
  /** False for whole-day events, which are no appointments. */
  readonly hasTime: boolean
  readonly startsAt: Temporal.Instant | null
  readonly endsAt: Temporal.Instant | null
  /** IANA name, or null when the calendar's own zone applies. */
  readonly timeZone: string | null
  readonly summary: string | null
  /** Plain text; HTML is already taken out. */
  readonly description: string | null
  readonly location: string | null
  readonly attendees: readonly EventAttendee[]
  /** Who organizes it, in lower case; null when it does not say. */
  readonly organizerEmail: string | null
  /**
   * Organized by the connected account, by its calendar, or by nobody: false for invitations from others.
   */
  readonly isOwn: boolean
  /** What the calendar's owner answered; null where nothing was asked. */
  readonly ownAnswer: 'accepted' | 'declined' | 'tentative' | 'needs_action' | null
}

/** A page of changes since a cursor. With `cursor` null: everything in the window. */
export type ChangePage =
  | {
      readonly outcome: 'page'
      readonly events: readonly CalendarEvent[]
      /** Where to go on: at once when `isLast` is false, at the next synchronisation when it is true. */
      readonly cursor: string
      readonly isLast: boolean
      /** Objects that this page lists completely: their known events that are not listed are gone. */
      readonly wholeObjectIds?: readonly string[]
      /** Objects that exist and could not be read: what is known of them stays as it is. */
      readonly unreadObjectIds?: readonly string[]
    }
  /** The provider forgot the cursor (410, bad token): start over with null; what is not listed then is gone. */
  | { readonly outcome: 'cursor_invalid' }
  | CalendarFailure

export type CalendarFailure =
  /** The grant is no longer good: the owner must connect again. */
  | { readonly outcome: 'consent_revoked' | 'token_expired' | 'permission_missing' }
  /** Try again later, after this time if the provider said one. */
  | { readonly outcome: 'unavailable'; readonly retryAfterSeconds: number | null }

/** An event that is not listed any more. */
export type UnlistedEvent = {
  readonly calendarId: string
  readonly eventId: string
  /** Its object, where whole objects change. */
  readonly objectId: string | null
  /** Of the page that lacks it. */
  readonly cursor: string
  readonly window: CalendarWindow
}

/** What became of it: `unread` when it exists and what it says cannot be read. */
export type FoundEvent =
  | { readonly outcome: 'found'; readonly event: CalendarEvent }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'unread' }

/** The time span in which events are read. */
export type CalendarWindow = { readonly from: Temporal.Instant; readonly to: Temporal.Instant }

/**
 * Reads calendars of one kind of account. Outcomes of the outside world are data; an adapter throws only for a
 * programming error. Every call is bounded by its signal.
 */
export type CalendarReader = {
  readonly name: 'google_calendar' | 'microsoft_365' | 'caldav'
  listCalendars(
    grant: CalendarGrant,
    signal: AbortSignal,
  ): Promise<
    | {
        readonly outcome: 'calendars'
        readonly calendars: readonly CalendarInfo[]
        /** Whose account it is, an address or a user name, where the provider says. */
        readonly account?: string
      }
    /** The server has none and names another origin for them, which is called only once its owner confirms it. */
    | { readonly outcome: 'elsewhere'; readonly serverUrl: string }
    | CalendarFailure
  >
  listChanges(
    grant: CalendarGrant,
    request: { readonly calendarId: string; readonly cursor: string | null; readonly window: CalendarWindow },
    signal: AbortSignal,
  ): Promise<ChangePage>
  /** Looks for an event that may be deleted, or only moved beyond the window. */
  findEvent(grant: CalendarGrant, event: UnlistedEvent, signal: AbortSignal): Promise<FoundEvent | CalendarFailure>
}
