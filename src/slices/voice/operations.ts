import { confirmHolderVoiceProposal } from './confirm-holder-voice-proposal.ts'
import { createHolderVoiceSession } from './create-holder-voice-session.ts'
import { executeHolderVoiceAction } from './execute-holder-voice-action.ts'
import { getHolderVoiceCapabilities } from './get-holder-voice-capabilities.ts'
import { getHolderVoiceProposal } from './get-holder-voice-proposal.ts'
import { getHolderVoiceSession } from './get-holder-voice-session.ts'

export const voiceOperations = [
  getHolderVoiceCapabilities,
  createHolderVoiceSession,
  getHolderVoiceSession,
  executeHolderVoiceAction,
  getHolderVoiceProposal,
  confirmHolderVoiceProposal,
]
