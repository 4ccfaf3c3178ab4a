/**
 * SQL by which a `pending_review` row past its `expires_at` counts as expired before maintenance has recorded it.
 *
 * @param row alias of the table in the statement
 */
export function expiringStatus(row: string): { readonly isExpired: string; readonly status: string } {
  const isExpired = `(${row}.status = 'pending_review' and ${row}.expires_at <= (select tijdig_now()))`
  return { isExpired, status: `case when ${isExpired} then 'expired' else ${row}.status end` }
}
