import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read, type DataOf } from '#web/api/client.ts'
import { part } from '#web/api/part.ts'
import { leave } from '#web/api/recipient-sign-in.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { Loaded } from '../loaded.tsx'
import { CalledSection } from './called-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { PreferencesSection } from './preferences-section.tsx'

/** Name, language, message preferences, and the copy and deletion of one's data. */
export function MePage() {
  const { t } = useLingui()
  const profile = useQuery(read('getRecipientProfile', {}))
  const queryClient = useQueryClient()
  const out = useMutation({ mutationFn: leave, onSuccess: () => queryClient.resetQueries() })
  return (
    <Page title={t`Settings`}>
      <div className="mb-10">
        <Loaded query={profile}>
          {(data) => (
            <>
              <Who profile={data} />
              <Section title={t`Language`}>
                <LanguageChoice profile={data} />
              </Section>
            </>
          )}
        </Loaded>
      </div>
      <PreferencesSection />
      <Section title={t`Your data`}>
        <DataCopy />
        <DeletionSection />
      </Section>
      <CalledSection />
      <ErrorNote error={out.error} />
      <BigButton isPending={out.isPending} onPress={() => out.mutate()}>
        <Trans>Sign out</Trans>
      </BigButton>
    </Page>
  )
}

function Who({ profile }: { readonly profile: DataOf<'getRecipientProfile'> }) {
  const { displayName, phoneNumberMasked, emailMasked } = profile
  return (
    <div className="mb-8 rounded-lg border border-line bg-surface p-5 shadow-raised">
      <p className="text-base font-medium">{displayName}</p>
      {[phoneNumberMasked, emailMasked].map(
        (contact) =>
          contact && (
            <p key={contact} className="text-muted">
              <bdi>{contact}</bdi>
            </p>
          ),
      )}
      <p className="mt-2 text-xs text-muted">
        <Trans>Organizations know you by these details. If something needs changing, ask them.</Trans>
      </p>
    </div>
  )
}

function DataCopy() {
  const copy = useMutation({
    mutationFn: async () => {
      // First, because there is one copy a day.
      const { saveFile } = await part(() => import('#web/ui/save-file.ts'))
      const data = await call('exportRecipientData', {})
      saveFile(JSON.stringify(data, null, 2), 'application/json', 'tijdig-data.json')
    },
  })
  return (
    <div className="mb-6 flex flex-col gap-2.5">
      <p className="text-muted">
        <Trans>A file with all the data we hold about you. You can get one once a day.</Trans>
      </p>
      <BigButton isPending={copy.isPending} onPress={() => copy.mutate()}>
        <Trans>Get a copy of my data</Trans>
      </BigButton>
      <ErrorNote error={copy.error} />
    </div>
  )
}
