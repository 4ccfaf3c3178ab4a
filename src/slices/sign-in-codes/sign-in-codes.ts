/**
 * Signing in with a code that is sent to a contact, for staff by mail and for recipients by SMS: who may have a code
 * now and how long it is, which codes are right, and how much guessing a contact allows
 * (docs/decisions/0006-guessing-locks-nobody-out.md). Each channel brings its tables and sends the codes itself.
 */
export { deviceCookie } from './asker.ts'
export { triesPerCode } from './bounds.ts'
export type { Channel } from './channel.ts'
export { checkCode, type OpenCode, type Trace } from './check.ts'
export { codeHmac, drawCode, shortDigits } from './code.ts'
export { grantCode } from './grant.ts'
export { codeStore } from './store.ts'
