import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf } from '#/slices/audit-trail/change-of.ts'
import { trailEventExample, type TrailEvent } from '#/slices/audit-trail/trail-event.ts'
import { toOcsf } from './ocsf.ts'

/** What OCSF 1.3 requires: of every event, and of each class and object; one of several where they stand together. */
const required = {
  event: ['category_uid', 'class_uid', 'activity_id', 'type_uid', 'time', 'severity_id', 'metadata'],
  3001: ['user'],
  3002: ['user', ['service', 'dst_endpoint']],
  6003: ['actor', 'api', 'src_endpoint'],
  metadata: ['version', 'product'],
  product: ['vendor_name', ['name', 'uid']],
  actor: [['process', 'user', 'session', 'app_name', 'app_uid']],
  user: [['account', 'name', 'uid']],
  api: ['operation'],
  service: [['name', 'uid']],
  src_endpoint: [['ip', 'uid', 'name', 'hostname', 'svc_name', 'instance_uid', 'interface_uid', 'interface_name']],
} as const satisfies Readonly<Record<string, readonly (string | readonly string[])[]>>

/** Activities that each class names, besides 0 (unknown) and 99 (other). */
const activities: Readonly<Record<number, number>> = { 3001: 11, 3002: 5, 6003: 4 }

type Json = Readonly<Record<string, unknown>>

function assertHas(object: Json, name: keyof typeof required, where: string): void {
  for (const attribute of required[name]) {
    const names = typeof attribute === 'string' ? [attribute] : attribute
    assert.ok(
      names.some((one) => object[one] !== undefined),
      `${where} lacks ${names.join(' or ')}`,
    )
  }
  for (const [attribute, value] of Object.entries(object))
    if (attribute in required) assertHas(value as Json, attribute as keyof typeof required, `${where}.${attribute}`)
}

const bare: Pick<TrailEvent, 'credential' | 'network' | 'requestId' | 'subjects'> = {
  credential: null,
  network: null,
  requestId: null,
  subjects: [],
}

for (const [action, uid, activity] of [
  ['getHolderAppointment', 6003, 2],
  ['exportAuditEvents', 6003, 2],
  ['createHolderAppointment', 6003, 1],
  ['updateHolderAppointment', 6003, 3],
  ['cancelHolderAppointment', 6003, 4],
  ['messageConfirmed', 6003, 99],
  ['staffSignedIn', 3002, 1],
  ['staffSignedOut', 3002, 2],
  ['staffSignInFailed', 3002, 1],
  ['staffInvited', 3001, 1],
  ['staffDeactivated', 3001, 5],
] as const)
  test(`${action} is activity ${activity} of class ${uid}, with all that OCSF requires`, () => {
    const change = changeOf(action)
    for (const event of [
      { ...trailEventExample, action, change },
      {
        ...trailEventExample,
        ...bare,
        action,
        change,
        actor: { kind: 'anonymous', id: null, name: null, role: null },
      } as const,
    ]) {
      const told = toOcsf(event, 'holder')
      assert.equal(told['class_uid'], uid)
      assert.equal(told['activity_id'], activity)
      assert.equal(told['category_uid'], Math.floor(uid / 1_000))
      assert.equal(told['type_uid'], uid * 100 + activity)
      assert.equal(told['time'], 1_795_165_200_000)
      assert.ok(activity === 99 || activity <= (activities[uid] ?? 0))
      assertHas(told, 'event', 'event')
      assertHas(told, uid, 'event')
    }
  })

test('a failure is told as one', () => {
  assert.equal(toOcsf(trailEventExample, 'holder')['status_id'], 1)
  assert.equal(toOcsf({ ...trailEventExample, outcome: 'failure' }, 'holder')['status_id'], 2)
})
