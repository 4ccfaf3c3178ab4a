import type { TablePrivacy } from '#/kernel/privacy.ts'

export const onboardingPrivacy: readonly TablePrivacy[] = [
  { table: 'onboarding', fields: { other: ['skipped', 'review_message'] }, holds: 'how far a holder is' },
]
