import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'

/** Changes somebody of the staff, says so, and reads the list again. */
export function useStaffChange(
  change: (params: { readonly platformHolderId: string }) => Promise<unknown>,
  { said, onDone }: { readonly said: string; readonly onDone: () => void },
) {
  const holder = useHolder()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => change({ platformHolderId: holder }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['listHolderStaff'] })
      toast(said)
      onDone()
    },
  })
}
