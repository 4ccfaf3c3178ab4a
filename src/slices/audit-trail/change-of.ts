export type Change = 'read' | 'create' | 'update' | 'delete' | 'other'

/** The first word of an operation's name says what it does to what it names. */
const verbs: readonly (readonly [Change, RegExp])[] = [
  ['read', /^(get|list|search|match|preview|export)/],
  ['create', /^(create|submit|store|note|start|send|answer|invite|test)/],
  ['update', /^(update|correct|confirm|record|review|rotate|recover|resend|link|withdraw|reply|execute)/],
  ['delete', /^(delete|cancel|archive|revoke|disconnect|deactivate)/],
]

/** What an action does to what it is about; `other` for what is no operation of staff. */
export function changeOf(action: string): Change {
  return verbs.find(([, form]) => form.test(action))?.[0] ?? 'other'
}
