import { Trans } from '@lingui/react/macro'
import type { Organization } from '#web/api/staff-sign-in.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TestWords } from '#web/ui/test-words.tsx'

/** Asks for which of several organizations somebody signs in. */
export function OrganizationForm({
  organizations,
  error,
  isPending,
  onChoice,
}: {
  readonly organizations: readonly Organization[]
  readonly error: unknown
  readonly isPending: boolean
  readonly onChoice: (platformHolderId: string) => void
}) {
  return (
    <Form
      error={error}
      fields={[]}
      onSubmit={() => undefined}
      actions={
        <div className="grid grow gap-2">
          {organizations.map(({ platformHolderId, displayName, isTest }) => (
            <Button key={platformHolderId} isDisabled={isPending} onPress={() => onChoice(platformHolderId)}>
              <span>
                <bdi>{displayName}</bdi>
                {isTest && (
                  <span className="block text-xs font-normal text-muted">
                    <TestWords />
                  </span>
                )}
              </span>
            </Button>
          ))}
        </div>
      }
    >
      <p role="status">
        <Trans>You work for several organizations. Which one do you want to open?</Trans>
      </p>
    </Form>
  )
}
