import type { TrailEvent } from '#/slices/audit-trail/trail-event.ts'

const version = '1.3.0'
const product = { name: 'Tijdig', vendor_name: 'Tijdig', feature: { name: 'audit' } }

/** Of the classes that are used: their category, and what an activity of theirs is called by. */
const classes = { account: 3001, authentication: 3002, api: 6003 } as const

const other = 99

/** What happens to those who may get in. Any other action is one of the API. */
const accounts: Readonly<Record<string, number>> = {
  staffInvited: 1,
  staffDeactivated: 5,
  inviteHolderStaff: 1,
  updateHolderStaff: other,
  resendHolderStaffInvitation: other,
  staffInvitationAccepted: other,
  deactivateHolderStaff: 5,
  createServiceAccount: 1,
  archiveServiceAccount: 5,
  staffPasskeyAdded: 10,
  staffPasskeyRemoved: 11,
  recipientLinked: 2,
  recipientUnlinked: 5,
}

const signIns: Readonly<Record<string, number>> = {
  staffSignedIn: 1,
  staffSwitched: 1,
  staffSignInFailed: 1,
  staffPasskeyRefused: 1,
  staffProved: other,
  staffSignedOut: 2,
  endSession: 2,
  endHolderSession: 2,
}

/** A line of OCSF JSON, with its end. */
export function ocsfOf(event: TrailEvent, platformHolderId: string): string {
  return `${JSON.stringify(toOcsf(event, platformHolderId))}\n`
}

/** As the Open Cybersecurity Schema Framework has it: account change, authentication or API activity. */
export function toOcsf(event: TrailEvent, platformHolderId: string): Readonly<Record<string, unknown>> {
  const { actor, credential, network, action, outcome } = event
  const [uid, activity] = classOf(event)
  const user = {
    uid: actor.id ?? actor.kind,
    name: actor.name ?? actor.kind,
    type_id: actor.kind === 'system' || actor.kind === 'provider' ? 3 : 1,
    org: { uid: platformHolderId },
    ...(actor.role === null ? {} : { groups: [{ name: actor.role }] }),
  }
  const session = credential?.id ? { session: { uid: credential.id } } : {}
  return {
    category_uid: Math.floor(uid / 1_000),
    class_uid: uid,
    activity_id: activity,
    activity_name: action,
    type_uid: uid * 100 + activity,
    time: Date.parse(event.at),
    severity_id: 1,
    status_id: outcome === 'success' ? 1 : 2,
    status: outcome === 'success' ? 'Success' : 'Failure',
    metadata: { version, product, uid: event.id, ...(event.requestId ? { correlation_uid: event.requestId } : {}) },
    actor: { user, ...session },
    src_endpoint: { name: network ?? 'unknown' },
    ...ofClass(uid, event, user),
  }
}

function classOf({ action, change }: TrailEvent): readonly [uid: number, activity: number] {
  const account = accounts[action]
  if (account !== undefined) return [classes.account, account]
  const signIn = signIns[action]
  if (signIn !== undefined) return [classes.authentication, signIn]
  return [classes.api, { create: 1, read: 2, update: 3, delete: 4, other }[change]]
}

/** What its class asks for beyond what all have. */
function ofClass(uid: number, { action, requestId, subjects, credential }: TrailEvent, actor: object): object {
  // Whose account it is stands first among the subjects, where it is not one's own.
  const [subject] = subjects
  if (uid === classes.account) return { user: subject === undefined ? actor : { uid: subject } }
  if (uid === classes.authentication)
    return {
      user: actor,
      service: { name: 'Tijdig' },
      is_remote: true,
      ...(credential ? { auth_protocol_id: other } : {}),
    }
  return {
    api: { operation: action, service: { name: 'Tijdig' }, ...(requestId ? { request: { uid: requestId } } : {}) },
    resources: subjects.map((id) => ({ uid: id })),
  }
}
