/**
 * The recipient's own side: one person, linked by an operator to the entries by which holders know them. What belongs
 * to a recipient is found by the caller's identity, never by an id they send.
 */
export { recipientAuth } from './recipient-auth.ts'
export { insertRecipient, lockRecipientToLink, updateOwnContact } from './link-store.ts'
export { allowedActions } from '#/slices/recipients/appointments/recipient-actions.ts'
export {
  findRecipientAppointmentForUpdate,
  toAppointmentId,
} from '#/slices/recipients/appointments/find-appointment.ts'
export { ownAppointmentParams } from '#/slices/recipients/appointments/get-recipient-appointment.ts'
