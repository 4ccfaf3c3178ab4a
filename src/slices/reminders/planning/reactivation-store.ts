import { statement, type Tx } from '#/kernel/postgres/db.ts'

/**
 * Plans rows again that ended because their holder was not active, as far as they are still ahead and still of the
 * appointment's present schedule (G16). What was missed stays ended: nobody is reminded late of it.
 *
 * @returns how many are planned again
 */
export async function planSuppressedAhead(tx: Tx, platformHolderId: string): Promise<number> {
  return (await tx.rows(planAgain, [platformHolderId])).length
}

const planAgain = statement(
  'plan_suppressed_ahead',
  `update reminder set state = 'planned', reason_code = null, run_at = due_at, updated_at = tijdig_now()
   where platform_holder_id = $1 and state = 'suppressed' and id = any(array(
     select r.id from reminder r
     join appointment a on a.platform_holder_id = r.platform_holder_id and a.id = r.appointment_id and a.schedule_revision = r.schedule_revision
     where r.platform_holder_id = $1 and r.state = 'suppressed' and r.reason_code = 'tenant_inactive' and r.due_at > tijdig_now()
       and a.status = case r.kind when 'cancellation' then 'cancelled' else 'registered' end
     order by r.id for no key update of r))
   returning 1 as planned`,
)
