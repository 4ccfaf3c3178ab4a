import type { Ctx } from '#/kernel/context.ts'

/** The recipient who asks: operations of this role let nobody else in. */
export function askingRecipient({ identity }: Pick<Ctx, 'identity'>): string {
  if (identity.recipientId === null) throw new Error('Only recipients get here')
  return identity.recipientId
}

/** Kinds of credentials a recipient can have. */
export const recipientAuth = ['apiKey', 'recipientSession', 'browserSession'] as const
