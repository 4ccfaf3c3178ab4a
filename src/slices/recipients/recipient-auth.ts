/** Kinds of credentials a recipient can have. */
export const recipientAuth = ['apiKey', 'recipientSession', 'browserSession'] as const
