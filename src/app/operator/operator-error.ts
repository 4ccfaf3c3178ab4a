/** Why a command cannot be done, in one sentence that says what to do. Never holds personal data. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
