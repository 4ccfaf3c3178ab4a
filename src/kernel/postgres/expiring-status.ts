/**
 * The SQL by which a row `pending_review` past its `expires_at` is expired for everybody, also before maintenance has
 * written that down.
 *
 * @param row the name of the row in the statement
 */
export function expiringStatus(row: string): { readonly isExpired: string; readonly status: string } {
  const isExpired = `(${row}.status = 'pending_review' and ${row}.expires_at <= (select tijdig_now()))`
  return { isExpired, status: `case when ${isExpired} then 'expired' else ${row}.status end` }
}
