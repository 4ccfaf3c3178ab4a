import { confirmHolderVoiceProposal } from '#/slices/voice/proposals/confirm-holder-voice-proposal.ts'
import { createHolderVoiceSession } from '#/slices/voice/sessions/create-holder-voice-session.ts'
import { executeHolderVoiceAction } from '#/slices/voice/actions/execute-holder-voice-action.ts'
import { getHolderVoiceCapabilities } from '#/slices/voice/actions/get-holder-voice-capabilities.ts'
import { getHolderVoiceProposal } from '#/slices/voice/proposals/get-holder-voice-proposal.ts'
import { getHolderVoiceSession } from '#/slices/voice/sessions/get-holder-voice-session.ts'

export const voiceOperations = [
  getHolderVoiceCapabilities,
  createHolderVoiceSession,
  getHolderVoiceSession,
  executeHolderVoiceAction,
  getHolderVoiceProposal,
  confirmHolderVoiceProposal,
]
