/** The agent that speaks with staff: what the product asks of the vendor. */
export type VoiceAgent = {
  /** The pinned version of the agent, as configured; `null` when no agent is configured. */
  readonly agentVersion: string | null
  /** Where browsers hold conversations, such as `wss://host`; `null` when no agent is configured. */
  readonly conversationOrigin: string | null
  /** Checks agent, version, region and tools at the vendor, then opens a private conversation. Bounded in time. */
  openConversation(signal: AbortSignal): Promise<OpenedConversation>
}
export type OpenedConversation =
  | { readonly kind: 'opened'; readonly signedUrl: string; readonly expiresAt: Temporal.Instant }
  | { readonly kind: 'not_configured' }
  | { readonly kind: 'configuration_invalid'; readonly what: string }
  | { readonly kind: 'agent_version_missing' }
  | { readonly kind: 'unavailable'; readonly why: string }
