import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isSessionEnded } from '#web/api/api-error.ts'
import { signOut } from '#web/api/staff-sign-in.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { tellTabs } from './tabs.ts'

/**
 * Ends the session of this browser; while that fails, somebody is still signed in, and the page stays.
 *
 * @param end what ends it, perhaps with others
 */
export function useSignOut(end: () => Promise<void> = signOut) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      try {
        await end()
      } catch (error) {
        if (!isSessionEnded(error)) throw error
      }
    },
    onSuccess: async () => {
      tellTabs({ what: 'ended' })
      await navigate({ to: '/sign-in' })
      queryClient.clear()
    },
  })
}
