/** The people a holder has appointments with, as it knows them. */
export { copiedNotes } from './privacy.ts'
