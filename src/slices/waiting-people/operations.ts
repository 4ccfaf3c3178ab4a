import { linkHolderWaitingPerson } from './link-holder-waiting-person.ts'
import { getHolderLinkRules, updateHolderLinkRules } from './link-rules.ts'
import { listHolderWaitingPeople } from './list-holder-waiting-people.ts'
import { reviewHolderLinkProposal } from './review-holder-link-proposal.ts'

export const waitingPeopleOperations = [
  listHolderWaitingPeople,
  linkHolderWaitingPerson,
  reviewHolderLinkProposal,
  getHolderLinkRules,
  updateHolderLinkRules,
]
