import { confirmHolderVoiceProposal } from '#/slices/agents/proposals/confirm-holder-voice-proposal.ts'
import { createHolderVoiceSession } from '#/slices/agents/sessions/create-holder-voice-session.ts'
import { executeHolderVoiceAction } from '#/slices/agents/actions/execute-holder-voice-action.ts'
import { getHolderVoiceCapabilities } from '#/slices/agents/actions/get-holder-voice-capabilities.ts'
import { getHolderVoiceProposal } from '#/slices/agents/proposals/get-holder-voice-proposal.ts'
import { getHolderVoiceSession } from '#/slices/agents/sessions/get-holder-voice-session.ts'

export const agentOperations = [
  getHolderVoiceCapabilities,
  createHolderVoiceSession,
  getHolderVoiceSession,
  executeHolderVoiceAction,
  getHolderVoiceProposal,
  confirmHolderVoiceProposal,
]
