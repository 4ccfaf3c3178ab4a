import { statement, type Tx } from '#/kernel/postgres/db.ts'

/**
 * Plans rows again that ended because their holder was inactive, if they are still ahead and belong to the current
 * schedule revision (G16). What was missed stays ended: nobody is reminded late of it.
 *
 * @returns how many are planned again
 */
export async function planSuppressedAhead(tx: Tx, platformHolderId: string): Promise<number> {
  return (await tx.rows(planAgain, [platformHolderId])).length
}

// Found through upcoming appointments, because a message is due before its start: old suppressed rows are never read.
const planAgain = statement(
  'plan_suppressed_ahead',
  `update reminder set state = 'planned', reason_code = null, run_at = due_at, updated_at = tijdig_now()
   where platform_holder_id = $1 and state = 'suppressed' and id = any(array(
     select r.id from appointment a
     join reminder r on r.platform_holder_id = a.platform_holder_id
       and r.appointment_id = a.id
       and r.schedule_revision = a.schedule_revision
     where a.platform_holder_id = $1 and a.starts_at > tijdig_now()
       and r.state = 'suppressed' and r.reason_code = 'tenant_inactive' and r.due_at > tijdig_now()
       and a.status = case r.kind when 'cancellation' then 'cancelled' else 'registered' end
     order by r.id for no key update of r))
   returning 1 as planned`,
)
