import { addRoutes } from '#web/api/client.ts'
import { holderRoutes } from '#web/api/holder-routes.ts'
import { createQueryClient } from '#web/ui/query-client.ts'
import { sessionEnded } from '#web/portal/shell/session/session-ended.ts'

addRoutes(holderRoutes)

export const queryClient = createQueryClient(sessionEnded.set)
