import { correctHolderPersonContact } from './correct-holder-person-contact.ts'
import { getHolderPerson } from './get-holder-person.ts'
import { listHolderPersonAppointments } from './list-holder-person-appointments.ts'
import { listHolderPersonMessages } from './list-holder-person-messages.ts'
import { updateHolderPersonCallOrder } from './update-holder-person-call-order.ts'
import { searchHolderPeople } from '#/slices/people/search/search-holder-people.ts'
import { updateHolderPersonNote } from '#/slices/people/notes/update-holder-person-note.ts'

export const peopleOperations = [
  searchHolderPeople,
  getHolderPerson,
  listHolderPersonAppointments,
  listHolderPersonMessages,
  updateHolderPersonNote,
  updateHolderPersonCallOrder,
  correctHolderPersonContact,
]
