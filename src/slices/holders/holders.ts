/**
 * A platform holder is an organization that hands in appointments. Its status is read-only through the API: the
 * operator activates and suspends. `schedulingSetup` is an inventory for selectors; its location ids are what an
 * appointment's `locationId` may name.
 */
export {
  getHolderContext,
  getProfileWithTimes,
  readLinksNeedTwo,
  writeLinksNeedTwo,
  type HolderContext,
} from './store.ts'
export { isTimeZone } from '#/kernel/time/time-zone.ts'
export { createHolder } from './create-holder.ts'
export type { HolderProfile } from './profile.ts'
export { readPhoneNumber } from './phone-number.ts'
