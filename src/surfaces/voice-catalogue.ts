import type { Operation, OperationContract } from '#/kernel/operation.ts'

/** One action of the voice agent, as a projection of its operation (contract, Platform holder voice control). */
export type VoiceAction = Pick<OperationContract, 'operationId'> & {
  readonly title: string
  readonly category: string
  readonly scope: string | null
  readonly mode: 'read' | 'proposal'
  readonly requiresPaymentConsent: boolean
}

/** The actions the voice agent may take: those operations that say so, and nothing else. */
export function voiceCatalogue(operations: readonly Operation[]): VoiceAction[] {
  return operations.flatMap(({ contract }) =>
    contract.voice
      ? [
          {
            operationId: contract.operationId,
            title: contract.summary,
            category: contract.voice.category,
            scope: contract.scope,
            mode: contract.voice.mode,
            requiresPaymentConsent:
              contract.body !== null &&
              'paymentConsent' in ((contract.body as { properties?: object }).properties ?? {}),
          },
        ]
      : [],
  )
}
