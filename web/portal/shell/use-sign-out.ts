import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '#web/api/staff-sign-in.ts'
import { useMutation } from '#web/ui/use-mutation.ts'

/** Ends the session of this browser. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: signOut,
    // Even when it fails, this browser forgets what it showed.
    onSettled: async () => {
      await navigate({ to: '/sign-in' })
      queryClient.clear()
    },
  })
}
