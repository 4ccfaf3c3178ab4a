/**
 * Agents speak, a person confirms. An agent may ask for the operations that are marked for it: reads are done with the rights
 * of the person it speaks for, and changes become proposals, which that person confirms elsewhere. What is confirmed is what
 * was stored when it was proposed. `listActions`, `describeAction`, `runAction` and `readProposal` serve any agent;
 * their callers decide who may call them.
 */
export { describeAction, listActions } from '#/slices/agents/actions/capabilities.ts'
export { executeAgentAction } from '#/slices/agents/actions/execute-agent-action.ts'
export { readProposal } from '#/slices/agents/proposals/proposal-view.ts'
export { runAction } from '#/slices/agents/actions/run-action.ts'
export { settleInterrupted } from '#/slices/agents/proposals/settle-interrupted.ts'
