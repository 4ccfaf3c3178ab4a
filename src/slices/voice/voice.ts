/**
 * Agents speak, a person confirms. An agent may ask for the operations that are marked for it: reads are done with the rights
 * of the person it speaks for, and changes become proposals, which that person confirms elsewhere. What is confirmed is what
 * was stored when it was proposed. `listActions`, `describeAction`, `runAction` and `readProposal` serve any agent;
 * their callers decide who may call them.
 */
export { describeAction, listActions } from '#/slices/voice/actions/capabilities.ts'
export { executeAgentAction } from '#/slices/voice/actions/execute-agent-action.ts'
export { readProposal } from '#/slices/voice/proposals/proposal-view.ts'
export { runAction } from '#/slices/voice/actions/run-action.ts'
export { settleInterrupted } from '#/slices/voice/proposals/settle-interrupted.ts'
