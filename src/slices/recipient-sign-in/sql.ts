/**
 * The test organization that a recipient is a person of, when no other organization knows them (G29): what the platform
 * tells them goes to its inbox. Null when another does, or none.
 *
 * @param recipient SQL of the recipient's id
 */
export const onlyTestHolderSql = (recipient: string) => `(
  select case when bool_and(th.is_test) then (array_agg(th.platform_holder_id order by th.platform_holder_id))[1] end
  from recipient_link tl
  join platform_holder th on th.platform_holder_id = tl.platform_holder_id
  where tl.recipient_id = ${recipient})`
